// Generated from openapi.json by scripts/generate-client.ts. Do not edit.

export const nameRule = {
  "minLength": 1,
  "maxLength": 255,
  "pattern": "^(?=[\\s\\S]*\\S)[^\\u0000-\\u001f\\u007f-\\u009f]*$"
} as const;
