/** What the tests ask of every generated client. Its methods return what the generated code returns. */
export interface GeneratedClient {
  listPets(query: { limit?: number; cursor?: string; id?: number[] }): Promise<{ pets: Pet[]; link: string | null }>;
  createPet(pet: { name: string; categoryId: number }): Promise<Pet>;
  /** Places an order that the service refuses. */
  placeRefusedOrder(petId: number): Promise<{ status: number; code: string | undefined }>;
  /** Where the generated code can send bytes. */
  addPhoto?(petId: number, image: Blob): Promise<{ petId: number; width: number }>;
}

export interface Pet {
  id: number;
  name: string;
  categoryId: number;
  status: string;
}

/** Creates a client for a service. `url` is its address without the version. */
export type Connect = (url: string, key: string) => GeneratedClient;

export function existing<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the response has no body');
  return value;
}
