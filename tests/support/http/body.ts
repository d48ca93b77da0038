/** An animal as JSON.parse reads it. */
export interface PetBody {
  id: number;
  name: string;
  categoryId: number;
  status: string;
}

/** An animal for a web site, as JSON.parse reads it. */
export interface ListingBody {
  id: number;
  name: string;
  category: { id: number; name?: string };
  status: string;
  profile: ProfileBody;
  photos: object[];
  createdAt: string;
  updatedAt: string;
  statusSince: string;
}

type Words =
  | 'species'
  | 'breed'
  | 'sex'
  | 'size'
  | 'color'
  | 'coat'
  | 'location'
  | 'publicLocation'
  | 'description'
  | 'microchip';
type Dates = 'birthDate' | 'birthDatePrecision' | 'arrivedOn';
export interface ProfileBody extends Partial<Record<Words | Dates, string>> {
  goodWith?: Record<string, boolean>;
  tags?: string[];
  attributes?: Record<string, string>;
  neutered?: boolean;
  houseTrained?: boolean;
}

/** The body of a response, cast to the type that the test expects: the test then checks it. */
export async function bodyOf<Body = PetBody>(response: Response): Promise<Body> {
  return (await response.json()) as Body;
}

/** The status and the code of a response that refuses a request, such as `404 pet_not_found`. */
export async function refusal(response: Response): Promise<string> {
  return `${response.status} ${(await bodyOf<{ code: string }>(response)).code}`;
}
