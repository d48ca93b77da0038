import { Badge, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../session/session.tsx';

/** How many inquiries are open; nothing if there are none. */
export function OpenInquiries() {
  const { client } = useSession();
  const { data = 0 } = useQuery({
    queryKey: ['inquiries', 'open'],
    queryFn: ({ signal }) => client.inquiries.count({ status: 'open', signal }),
  });
  if (data === 0) return null;
  return (
    <Badge size="sm" circle={data < 10} color="blue.8" autoContrast={false}>
      {data}
      <VisuallyHidden> open</VisuallyHidden>
    </Badge>
  );
}
