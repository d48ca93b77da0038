const precise = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A moment of RFC 3339, in the reader's own calendar and time zone. */
export function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{precise.format(new Date(at))}</time>;
}
