import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import { Page } from '../ui/page.tsx';

/** Shown at an address that leads nowhere. */
export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <Text>
        There is no page at this address.{' '}
        <Anchor component={Link} href="/animals">
          Go to the animals
        </Anchor>
        .
      </Text>
    </Page>
  );
}
