export const petstore = {
  input: '../../openapi.json',
  output: {
    target: 'generated/orval.ts',
    client: 'fetch',
    override: { mutator: { path: 'clients/orval-fetch.ts', name: 'send' } },
  },
};
