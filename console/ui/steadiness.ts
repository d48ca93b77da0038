/** A press is decided upon some time before it is made: what was not there by then was not meant. */
export const settleMs = 500;

/** A button that is held down moves by a pixel. */
const tolerance = 2;

/** Where the corner of an element is in the window, and how far the page is scrolled, in pixels. */
export interface Position {
  readonly x: number;
  readonly y: number;
  readonly scrollX: number;
  readonly scrollY: number;
}

/** Since when an element stands where it stands and means what it means. Times are those of `performance.now()`. */
export class Steadiness {
  #position: Position;
  #changedAt: number;

  constructor(position: Position, now: number) {
    this.#position = position;
    this.#changedAt = now;
  }

  /** It means something else from now on. */
  change(now: number): void {
    this.#changedAt = now;
  }

  /**
   * Notes where it is now, and tells whether it has moved. Scrolling by itself is no movement, because the person does
   * it; nor is it one when the page is scrolled so that the element stays where it is in the window.
   */
  moveTo(position: Position, now: number): boolean {
    const before = this.#position;
    this.#position = position;
    const inWindow = isApart(before.x, position.x) || isApart(before.y, position.y);
    const inPage =
      isApart(before.x + before.scrollX, position.x + position.scrollX) ||
      isApart(before.y + before.scrollY, position.y + position.scrollY);
    if (inWindow && inPage) this.change(now);
    return inWindow && inPage;
  }

  /** Whether somebody who pressed at that time can have meant it. */
  isSteadyAt(time: number): boolean {
    return time >= this.#changedAt + settleMs;
  }
}

function isApart(one: number, other: number): boolean {
  return Math.abs(one - other) > tolerance;
}
