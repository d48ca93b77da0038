/** A name as somebody has typed it. One that is written from right to left does not turn round what stands beside it. */
export function Name({ children }: { children: string }) {
  return <bdi className="name">{children}</bdi>;
}
