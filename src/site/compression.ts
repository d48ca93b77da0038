/** Whether a client takes a body that is compressed with gzip (RFC 9110, section 12.5.3). */
export function acceptsGzip({ headers }: Request): boolean {
  const codings = (headers.get('Accept-Encoding') ?? '').toLowerCase().split(',');
  return codings.some((coding) => {
    const [name, ...parameters] = coding.split(';').map((part) => part.trim());
    return name === 'gzip' && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}
