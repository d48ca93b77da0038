import { notifications } from '@mantine/notifications';
import { explain } from './failure.tsx';

/** Says in passing that something was done. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'green', autoClose: 4_000 });
}

/** Says that something was not done. It stays until it is closed: it may be the only trace. */
export function notifyFailed(title: string, error: unknown): void {
  notifications.show({ title, message: explain(error), color: 'red', autoClose: false });
}
