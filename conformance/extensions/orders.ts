import type { Group } from '../case.ts';
import { resourceOf, type TestContext } from '../context.ts';
import { expectEqual, expectError, expectMembers, expectOnlyMembers, expectStatus, expectThat } from '../expect.ts';
import { pathBelow } from '../http/base-address.ts';
import { absentAt } from './absence.ts';

const placeRule = 'POST /store/orders reserves an available animal, which becomes pending.';
const loser =
  'Of any number of orders for one animal at the same time one succeeds; the others get 409 pet_not_available.';
const closedRule = 'An order that is completed or cancelled cannot be changed: 409 order_closed.';
const heldRule =
  'An animal with an open order cannot be removed, and its status cannot be changed: 409 pet_has_open_order.';

const post = async (t: TestContext, petId: bigint) => t.note('orders', await t.post('/store/orders', { petId }));
const statusOf = async (t: TestContext, id: bigint) => (await t.get(`/pets?id=${id}`)).objects[0]?.['status'];

/** An animal with an open order. */
async function place(t: TestContext) {
  const pet = await t.pet();
  return { pet, order: resourceOf(await post(t, pet.id), 'an order') };
}

async function close(t: TestContext, id: bigint, how: 'complete' | 'cancel') {
  const answer = await t.post(`/store/orders/${id}/${how}`);
  if (answer.status === 200) t.state.created.closeOrder(id);
  return answer;
}

export const orders: Group = {
  name: 'orders',
  title: 'Orders',
  kind: 'extension',
  creates: { animals: 13, orders: 10 },
  absence: absentAt('/store/orders'),
  cases: [
    {
      name: 'placeOrder: responds with 201, the order and its address',
      rule: 'An order has id, petId, status, createdAt and updatedAt; Location is its address.',
      run: async (t) => {
        const { id } = await t.pet();
        const answer = await post(t, id);
        expectStatus(answer, 201);
        expectOnlyMembers(answer.object, ['id', 'petId', 'status', 'createdAt', 'updatedAt']);
        expectMembers(answer.object, { petId: id, status: 'placed' });
        const path = `/store/orders/${answer.object['id']}`;
        const location = answer.header('Location') ?? 'no Location';
        expectThat(pathBelow(t.state.base, location) === path, `Location: ${t.state.base.href}${path}`, () => location);
      },
    },
    {
      name: 'placeOrder: the animal becomes pending',
      rule: placeRule,
      run: async (t) => expectEqual('status', await statusOf(t, (await place(t)).pet.id), 'pending'),
    },
    {
      name: 'placeOrder: an animal with an open order gets 409',
      rule: loser,
      run: async (t) => expectError(await post(t, (await place(t)).pet.id), 409, 'pet_not_available'),
    },
    {
      name: 'placeOrder: an animal that is sold gets 409',
      rule: placeRule,
      run: async (t) => expectError(await post(t, (await t.pet({ status: 'sold' })).id), 409, 'pet_not_available'),
    },
    {
      name: 'placeOrder: of several orders at the same time exactly one succeeds',
      rule: loser,
      run: async (t) => {
        const { id } = await t.pet();
        const answers = await Promise.all(Array.from({ length: 5 }, () => post(t, id)));
        expectEqual('statuses', answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409]);
      },
    },
    {
      name: 'placeOrder: an unknown animal gets 404',
      rule: 'There is no animal with this id: 404 pet_not_found.',
      run: async (t) => expectError(await post(t, 2n ** 63n - 1n), 404, 'pet_not_found'),
    },
    {
      name: 'placeOrder: a body without petId gets 400',
      rule: 'petId is required.',
      run: async (t) => expectError(await t.post('/store/orders', {}), 400, 'validation_failed'),
    },
    {
      name: 'completeOrder: the order is completed and the animal sold',
      rule: 'Completing an order makes the animal sold.',
      run: async (t) => {
        const { pet, order } = await place(t);
        const answer = await close(t, order.id, 'complete');
        expectStatus(answer, 200);
        expectMembers(answer.object, { id: order.id, status: 'completed', createdAt: order['createdAt'] });
        expectEqual('status of the animal', await statusOf(t, pet.id), 'sold');
      },
    },
    {
      name: 'cancelOrder: the order is cancelled and the animal available',
      rule: 'Cancelling an order makes the animal available again.',
      run: async (t) => {
        const { pet, order } = await place(t);
        const answer = await close(t, order.id, 'cancel');
        expectStatus(answer, 200);
        expectMembers(answer.object, { id: order.id, status: 'cancelled' });
        expectEqual('status of the animal', await statusOf(t, pet.id), 'available');
      },
    },
    {
      name: 'completeOrder and cancelOrder: a closed order gets 409',
      rule: closedRule,
      run: async (t) => {
        const { order } = await place(t);
        await close(t, order.id, 'cancel');
        expectError(await close(t, order.id, 'complete'), 409, 'order_closed');
        expectError(await close(t, order.id, 'cancel'), 409, 'order_closed');
      },
    },
    {
      name: 'updatePet and deletePet: an animal with an open order gets 409',
      rule: heldRule,
      run: async (t) => {
        const { pet } = await place(t);
        expectError(await t.patch(`/pets/${pet.id}`, { status: 'available' }), 409, 'pet_has_open_order');
        expectError(await t.delete(`/pets/${pet.id}`), 409, 'pet_has_open_order');
        expectEqual('status of the animal', await statusOf(t, pet.id), 'pending');
      },
    },
    {
      name: 'getOrder and listOrders: return an order as it was placed',
      rule: 'GET /store/orders/{orderId} returns an order, GET /store/orders?petId= those for one animal.',
      run: async (t) => {
        const { pet, order } = await place(t);
        expectEqual('the order', (await t.get(`/store/orders/${order.id}`)).object, order);
        expectEqual('the list', (await t.get(`/store/orders?petId=${pet.id}`)).array, [order]);
      },
    },
    {
      name: 'listOrders: ?status= returns only orders with this status',
      rule: 'status: only orders with this status.',
      run: async (t) => {
        const { pet, order } = await place(t);
        await close(t, order.id, 'cancel');
        const count = async (status: string) =>
          (await t.get(`/store/orders?petId=${pet.id}&status=${status}`)).array.length;
        expectEqual(
          'numbers of placed and cancelled orders',
          [await count('placed'), await count('cancelled')],
          [0, 1],
        );
      },
    },
    {
      name: 'getOrder: an unknown order gets 404',
      rule: 'There is no order with this id: 404 order_not_found.',
      run: async (t) => expectError(await t.get('/store/orders/9223372036854775807'), 404, 'order_not_found'),
    },
  ],
};
