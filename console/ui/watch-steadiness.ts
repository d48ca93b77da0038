import { Steadiness, settleMs } from './steadiness.ts';

/** An element whose steadiness is watched. */
export interface SteadinessWatch {
  /** Its meaning has changed. */
  change(): void;
  /** Whether somebody who pressed at that time (of an event) can have meant it. */
  isSteadyAt(time: number): boolean;
  end(): void;
}

const measures = new Set<() => void>();
const measureAll = () => {
  for (const measure of measures) measure();
};
// Nothing else moves what stands in the page: no element has a place that depends on time alone.
const observer = new MutationObserver(measureAll);
const moments = ['resize', 'transitionend'] as const;

function begin(): void {
  const options = { subtree: true, childList: true, characterData: true, attributeFilter: ['class', 'style'] };
  observer.observe(document.body, options);
  for (const moment of moments) window.addEventListener(moment, measureAll);
}

function finish(): void {
  observer.disconnect();
  for (const moment of moments) window.removeEventListener(moment, measureAll);
}

/**
 * Watches whether an element moves. For as long as a press on it cannot have been meant it has the attribute
 * `data-settling`, and the style sheet lets no pointer reach it.
 */
export function watchSteadiness(element: HTMLElement): SteadinessWatch {
  const steadiness = new Steadiness(positionOf(element), performance.now());
  let timer: Timer | undefined;
  const settle = () => {
    clearTimeout(timer);
    element.dataset['settling'] = '';
    timer = setTimeout(() => delete element.dataset['settling'], settleMs);
  };
  const measure = () => {
    if (steadiness.moveTo(positionOf(element), performance.now())) settle();
  };
  if (measures.size === 0) begin();
  measures.add(measure);
  settle();
  return {
    change() {
      steadiness.change(performance.now());
      settle();
    },
    isSteadyAt: (time) => steadiness.isSteadyAt(time),
    end() {
      clearTimeout(timer);
      measures.delete(measure);
      if (measures.size === 0) finish();
    },
  };
}

function positionOf(element: HTMLElement) {
  const { x, y } = element.getBoundingClientRect();
  return { x, y, scrollX: window.scrollX, scrollY: window.scrollY };
}
