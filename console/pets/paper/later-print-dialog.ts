import { laterPart } from '../../texts/later.ts';

export const PrintDialog = laterPart(async () => (await import('./print-dialog.tsx')).PrintDialog);
