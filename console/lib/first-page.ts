/** Where a list begins that is read page by page. */
export const firstPage = (): string | undefined => undefined;
