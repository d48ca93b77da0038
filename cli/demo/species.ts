import type { PetSize } from '../../src/record/shapes/profile-model.ts';

/** What the animals of a category can be. */
export interface SpeciesPlan {
  categoryId: bigint;
  category: string;
  name: string;
  /** How many of a hundred animals. */
  share: number;
  breeds: readonly (readonly [name: string, size: PetSize])[];
  /** The colors of fur or feathers. `pictures` has a picture of each. */
  colors: readonly string[];
  coatLengths: readonly string[];
  maxAgeYears: number;
  /** Of grown animals of each size, in hundreds of grams. */
  weights: Partial<Record<PetSize, readonly [least: number, most: number]>>;
  feeCents: readonly [least: number, most: number];
  tags: readonly string[];
}

export const species: readonly SpeciesPlan[] = [
  {
    categoryId: 1n,
    category: 'Dogs',
    name: 'Dog',
    share: 40,
    breeds: [
      ['Labrador Retriever mix', 'large'],
      ['German Shepherd', 'large'],
      ['Beagle', 'medium'],
      ['Jack Russell Terrier', 'small'],
      ['Border Collie mix', 'medium'],
      ['Dachshund', 'small'],
      ['Boxer', 'large'],
      ['Chihuahua mix', 'small'],
      ['Bernese Mountain Dog', 'extra_large'],
      ['Mixed breed', 'medium'],
    ],
    colors: ['Black', 'Brown', 'Tan', 'Cream', 'Black and white', 'Gray'],
    coatLengths: ['Short', 'Medium', 'Long', 'Wire'],
    maxAgeYears: 13,
    weights: { small: [25, 90], medium: [100, 220], large: [230, 380], extra_large: [380, 520] },
    feeCents: [18_000, 38_000],
    tags: ['walks well on a lead', 'energetic', 'calm', 'knows sit and stay', 'likes water', 'beginner friendly'],
  },
  {
    categoryId: 2n,
    category: 'Cats',
    name: 'Cat',
    share: 36,
    breeds: [
      ['Domestic Shorthair', 'medium'],
      ['Domestic Longhair', 'medium'],
      ['British Shorthair', 'medium'],
      ['Maine Coon mix', 'large'],
      ['Siamese mix', 'small'],
      ['Norwegian Forest Cat', 'large'],
    ],
    colors: ['Black', 'Orange', 'Gray', 'Black and white', 'Cream', 'Brown'],
    coatLengths: ['Short', 'Medium', 'Long'],
    maxAgeYears: 16,
    weights: { small: [28, 40], medium: [34, 55], large: [48, 80] },
    feeCents: [9_000, 16_000],
    tags: ['lap cat', 'indoor only', 'needs a garden', 'playful', 'shy', 'talkative'],
  },
  {
    categoryId: 3n,
    category: 'Rabbits',
    name: 'Rabbit',
    share: 10,
    breeds: [
      ['Dwarf rabbit', 'small'],
      ['Lop', 'small'],
      ['Lionhead', 'small'],
      ['Flemish Giant', 'large'],
    ],
    colors: ['Gray', 'Brown', 'Cream', 'Black'],
    coatLengths: ['Short', 'Long'],
    maxAgeYears: 8,
    weights: { small: [10, 24], large: [50, 75] },
    feeCents: [3_500, 6_000],
    tags: ['bonded pair', 'outdoor hutch', 'litter trained', 'shy'],
  },
  {
    categoryId: 4n,
    category: 'Guinea pigs',
    name: 'Guinea pig',
    share: 8,
    breeds: [
      ['American', 'small'],
      ['Abyssinian', 'small'],
      ['Peruvian', 'small'],
    ],
    colors: ['Cream', 'Brown', 'Orange', 'Gray'],
    coatLengths: ['Short', 'Rosettes', 'Long'],
    maxAgeYears: 6,
    weights: { small: [7, 12] },
    feeCents: [2_500, 4_000],
    tags: ['needs company', 'hand tame', 'talkative'],
  },
  {
    categoryId: 5n,
    category: 'Birds',
    name: 'Bird',
    share: 6,
    breeds: [
      ['Budgerigar', 'small'],
      ['Cockatiel', 'small'],
      ['Canary', 'small'],
    ],
    colors: ['Yellow', 'Green', 'Blue'],
    coatLengths: [],
    maxAgeYears: 10,
    weights: {},
    feeCents: [2_000, 5_000],
    tags: ['needs company', 'sings', 'hand tame'],
  },
];

/** A species with at least this share of the animals has two pictures for each color, any other one. */
const commonShare = 30;

/** The picture of an animal, such as `dog-tan-1.webp`; the same for the same number. */
export function pictureFile({ name, share }: SpeciesPlan, color = '', number: number): string {
  return `${name} ${color} ${share < commonShare ? 1 : 1 + (number % 2)}.webp`.toLowerCase().replaceAll(' ', '-');
}

export const names: readonly string[] = (
  'Abby Alfie Amber Archie Arlo Aska Bailey Balu Bandit Bella Benny Bertha Biscuit Blue Bonnie Bruno Buddy Caramel Casper ' +
  'Charlie Chester Cleo Coco Cookie Copper Daisy Dexter Diego Dolly Donut Duke Elsa Emma Enzo Felix Fiona Flocke Flora ' +
  'Frank Frida Fritz George Ginger Gizmo Goldie Greta Gus Hana Hazel Heidi Henry Honey Hugo Indy Iris Ivy Jack Jasper ' +
  'Joy Juno Karlo Kiki Kira Lady Lemmy Leo Lilly Lola Lotte Lou Lucky Luna Mabel Maja Maple Max Merlin Mia Milo Minka ' +
  'Misty Mocha Mogli Molly Momo Moritz Muffin Nala Nelly Nero Nico Nora Odin Olive Ollie Oscar Otto Paco Paula Peanut ' +
  'Pearl Penny Pepper Pippa Pixel Poppy Quinn Ralph Remy Rex Rocky Romy Rosie Rosé Ruby Rusty Sally Sam Scout Shadow ' +
  'Simba Smilla Snow Socks Sophie Stella Susi Taco Theo Tiger Tilly Toby Toffee Tommy Trixi Uma Vito Wanda Willow Winnie ' +
  'Yuki Zazou Zoe'
).split(' ');

export const locations = ['Main house', 'Main house', 'Quarantine', 'Outdoor run', 'Foster home'] as const;

export const arrivals = [
  ['was found by a walker at the edge of the woods', 'stray'],
  ['came to us because the owner had to move', 'owner_surrender'],
  ['was handed in by a family with too little time', 'owner_surrender'],
  ['was brought by the animal control', 'seized'],
  ['came from a shelter that was full', 'transfer_in'],
] as const;

/** How those leave that are not adopted. */
export const departures = [
  'transfer_out',
  'transfer_out',
  'return_to_owner',
  'return_to_owner',
  'died',
  'euthanised',
] as const;

export const visitors = ['Ada Example', 'Ben Example', 'Carla Example', 'Deniz Example', 'Emil Example'] as const;

export const characters = [
  'needs a day to warm up to strangers, and then does not leave your side',
  'is curious, friendly and always first at the door',
  'likes quiet rooms and a fixed daily routine',
  'would love a home with a garden',
  'plays for hours and sleeps for longer',
  'is patient at the vet',
] as const;
