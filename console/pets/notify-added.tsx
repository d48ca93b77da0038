import { Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link } from 'wouter';
import type { Pet } from '../../client/index.ts';

/** Says that an animal was added, with the way to it: in a long list it stands on the last page. */
export function notifyAdded({ id, name }: Pet): void {
  notifications.show({
    color: 'green',
    autoClose: 10_000,
    message: (
      <>
        <Anchor component={Link} href={`/animals/${id}`} inherit className="name">
          {name}
        </Anchor>{' '}
        was added with the number <span className="id">{String(id)}</span>.
      </>
    ),
  });
}
