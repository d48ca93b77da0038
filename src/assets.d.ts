// Files that the bundler hands over as their text.

declare module '*.sql' {
  const text: string;
  export default text;
}

declare module '*.css' {
  const text: string;
  export default text;
}

declare module '*.md' {
  const text: string;
  export default text;
}
