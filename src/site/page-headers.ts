/** The pages draw with styles of their own making; scripts, fonts and requests stay within this origin. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The headers of everything that a browser shows or runs. It is asked for anew each time unless that is changed. */
export function pageHeaders(type: string): Headers {
  return new Headers({
    'Content-Type': type,
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': contentSecurityPolicy,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
}
