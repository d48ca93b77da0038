// Files that the bundler hands over: the text of a script, the path of an asset.

declare module '*.sql' {
  const text: string;
  export default text;
}

declare module '@scalar/api-reference/browser/standalone.js' {
  const path: string;
  export default path;
}
