/** An animal as JSON.parse reads it. */
export interface PetBody {
  id: number;
  name: string;
  categoryId: number;
  status: string;
}

/** The body of a response, cast to the type that the test expects: the test then checks it. */
export async function bodyOf<Body = PetBody>(response: Response): Promise<Body> {
  return (await response.json()) as Body;
}

/** The status and the code of a response that refuses a request, such as `404 pet_not_found`. */
export async function refusal(response: Response): Promise<string> {
  return `${response.status} ${(await bodyOf<{ code: string }>(response)).code}`;
}
