import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import { Page } from '../ui/page.tsx';

/** Shown at an address that leads nowhere. */
export function NotFoundPage() {
  return (
    <Page title="There is nothing here">
      <Text>
        The address leads nowhere.{' '}
        <Anchor component={Link} href="/animals">
          Go to the animals
        </Anchor>
        .
      </Text>
    </Page>
  );
}
