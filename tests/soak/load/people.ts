import { cachedMs } from '../history/check-things.ts';
import { gone, type Setting } from '../history/history.ts';
import type { Client, Pace } from './client.ts';

const maxEnded = 12;

interface PersonBody {
  readonly id: number;
  readonly name: string;
  readonly role: string;
}

interface Device {
  readonly thing: string;
  readonly path: string;
  readonly secret: string;
}

const bearer = (secret: string) => ({ Authorization: `Bearer ${secret}` });
const json = (body: object) => JSON.stringify(body);

/**
 * Adds people who sign in, by two requests at a time with each link, get another role, are signed out, and end. Their devices
 * go on trying.
 */
export async function runPeople(client: Client, { pauseMs, isOver }: Pace, second: Client): Promise<void> {
  const { random, name } = client;
  const ended: Device[] = [];

  /** Whether a device is let in. */
  const knock = ({ thing, secret }: Device, see: 'see' | 'seeAtLast' = 'see') =>
    client[see]('access', thing, async () => {
      const reply = await client.get('/v1/pets?limit=1', [200, 401], bearer(secret));
      return reply && (reply.status === 200 ? 'in' : gone);
    });
  /** The roles of everybody with this name. */
  const meet = (label: string, see: 'see' | 'seeAtLast' = 'see') =>
    client[see]('people', label, async () => {
      const reply = await client.get('/v1/people?limit=100');
      const people = reply && (JSON.parse(reply.body) as PersonBody[]);
      return people?.flatMap((person) => (person.name === label ? [person.role] : [])).join(' ');
    });

  async function signIn(personId: number): Promise<Device | undefined> {
    const path = `/v1/people/${personId}/sign-in-links`;
    const made = await client.set({}, { method: 'POST', path });
    if (made === undefined) return undefined;
    const link = (JSON.parse(made) as { url: string }).url.replace(/.*=/, '');
    const key = client.newKey();
    const change: Setting = { kind: 'set', key, states: { [key]: 'in' }, refusal: 'invalid_api_key' };
    const sent = { method: 'POST', path: '/v1/sign-ins', headers: bearer(link), body: json({ device: key }) };
    const outcomes = await Promise.all([client, second].map((one) => one.insist(change, undefined, () => sent)));
    const body = outcomes.find((outcome) => outcome.body !== undefined)?.body;
    // A response that is lost is lost for good.
    if (body === undefined) return undefined;
    const { id, secret } = JSON.parse(body) as { id: number; secret: string };
    return { thing: key, path: `/v1/people/${personId}/devices/${id}`, secret };
  }

  /** Returns whether things are known to have ended. */
  async function end(path: string, things: readonly string[]): Promise<boolean> {
    const states = Object.fromEntries(things.map((thing) => [thing, gone]));
    return (await client.set(states, { method: 'DELETE', path })) !== undefined;
  }

  async function live(label: string): Promise<void> {
    const [role, next] = random.chance(0.5) ? ['reader', 'editor'] : ['editor', 'reader'];
    const draft = { method: 'POST', path: '/v1/people', body: json({ name: label, role }) };
    const made = await client.set({ [label]: role }, draft);
    if (made === undefined) return;
    const { id } = JSON.parse(made) as PersonBody;
    const path = `/v1/people/${id}`;
    const devices: Device[] = [];
    const use = async () => {
      // At several nodes.
      const known = [...devices, ...ended.slice(-2)];
      for (const device of [...known, ...known]) await knock(device);
      await Bun.sleep(random.between(50, 300) + pauseMs);
    };
    const signInTwice = async () => {
      for (let count = 0; count < 2; count++) {
        const device = await signIn(id);
        if (device !== undefined) devices.push(device);
      }
      await use();
    };
    await signInTwice();
    if (random.chance(0.6)) {
      // With more scopes than before she signs in anew.
      const signedOut = next === 'editor' ? devices.splice(0) : [];
      ended.push(...signedOut);
      const states = { [label]: next, ...Object.fromEntries(signedOut.map(({ thing }) => [thing, gone])) };
      const patch = { method: 'PATCH', path, body: json({ role: next }) };
      if ((await client.set(states, patch)) === undefined) return;
      await Bun.sleep(cachedMs);
      if (signedOut.length > 0) await signInTwice();
    }
    await meet(label);
    const [device] = devices;
    if (device !== undefined && random.chance(0.6)) {
      ended.push(device);
      if (!(await end(device.path, [device.thing]))) return;
      devices.shift();
      await Bun.sleep(cachedMs);
      await use();
    }
    if (random.chance(0.2)) return;
    ended.push(...devices);
    await end(path, [label, ...devices.map(({ thing }) => thing)]);
    devices.length = 0;
    await Bun.sleep(cachedMs);
    await use();
    await meet(label);
  }

  const labels: string[] = [];
  while (!isOver()) {
    const label = `${name} ${labels.length}`;
    labels.push(label);
    await live(label);
    await Bun.sleep(random.between(0, 300) + pauseMs);
  }
  for (const label of labels.slice(-20)) await meet(label, 'seeAtLast');
  for (const device of ended.slice(-maxEnded)) await knock(device, 'seeAtLast');
}
