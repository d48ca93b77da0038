import type { Client, Pace } from './client.ts';

/**
 * Offers one animal after the other to several clients that order it at the same time. The one that gets it completes or
 * cancels the order; after a cancellation they order it again.
 */
export async function runMarket(seller: Client, buyers: readonly Client[], { pauseMs, isOver }: Pace): Promise<void> {
  const { random, name } = seller;
  for (let count = 0; !isOver() && count < 1_000_000; count++) {
    const label = `${name}-${count}`;
    const { id: petId } = await seller.insist({ kind: 'create', name: label, categoryId: 1, key: label });
    if (petId === undefined) continue;
    for (let round = 0; round < 3; round++) {
      const orders = await Promise.all(
        buyers.map(async (buyer) => {
          const { id } = await buyer.insist({ kind: 'order', petId, key: `${label}-${round}-${buyer.name}` });
          return { buyer, orderId: id };
        }),
      );
      const isCancelled = random.chance(0.4);
      for (const { buyer, orderId } of orders) {
        if (orderId === undefined) continue;
        const kind = isCancelled ? 'cancel' : 'complete';
        await buyer.insist({ kind, petId, orderId, key: `${label}-${round}-${kind}` });
      }
      if (!isCancelled) break;
    }
    await Bun.sleep(random.between(0, 2 * pauseMs));
  }
}
