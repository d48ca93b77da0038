/** What the checker holds the service to, with what is wrong when a rule is violated. */
export const rules = {
  lost: 'an acknowledged change is missing',
  idTwice: 'an id was given twice',
  repeated: 'a change was made more than once',
  refused: 'a change was made although "Nothing was changed"',
  unknownOrigin: 'something is stored that no client has sent',
  adopters: 'an animal was ordered twice at a time, or refused to everybody',
  stale: 'a read did not show an acknowledged change',
  reservations: 'an order has ended too early, twice or not at all',
  photos: 'a photo is missing, is another image, or is served after its removal',
  people: 'a person is missing, there twice or after her end, or has another role',
  access: 'somebody was let in after the revocation, kept out before, or twice with one link',
  inquiries: 'an inquiry is missing, there twice or after its end, or at another stage',
  imports: 'an import has left out or rejected something',
  events: 'the event log has a gap, the wrong order, or does not match the catalogue',
  followers: 'a follower missed an event, or received one twice or with other contents',
  webhooks: 'a webhook receiver missed an event, or received other contents',
  statistics: 'the statistics are not what happened',
  retention: 'something is kept for another time than promised',
  growth: 'something grows without a bound',
  backups: 'other backups are kept than promised',
  inventory: 'the inventory is not the number of animals',
  answers: 'a response is not allowed',
  engines: 'SQLite and PostgreSQL do not do the same',
  recovery: 'the service did not recover',
  memory: 'the memory of the budget was not enough',
  damage: 'the database is damaged',
  console: 'the console did what it must not',
  trial: 'the trial could not go on',
} as const;

export type Rule = keyof typeof rules;
/** Those about what only one client changes and looks at. */
export type ThingRule = 'photos' | 'people' | 'access' | 'inquiries' | 'imports';

export interface Violation {
  readonly rule: Rule;
  readonly detail: string;
}

export type Report = (rule: Rule, detail: string) => void;
