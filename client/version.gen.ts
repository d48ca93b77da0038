// Generated from package.json by scripts/generate-client.ts. Do not edit.

export const version = '1.3.0-dev';
