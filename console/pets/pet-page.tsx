import { Page } from '../shell/page.tsx';

export function PetPage({ petId }: { petId: string }) {
  return <Page title={petId}>{null}</Page>;
}
