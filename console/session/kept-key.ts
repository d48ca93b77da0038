const name = 'petstore-key';

/** The key of this tab, which the browser forgets with it; no other tab, no address and no disk has it. */
export function keptKey(): string | undefined {
  return sessionStorage.getItem(name) ?? undefined;
}

export function keepKey(apiKey: string): void {
  sessionStorage.setItem(name, apiKey);
}

export function forgetKey(): void {
  sessionStorage.removeItem(name);
}
