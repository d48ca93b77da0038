import { type InquiryChanges, inquiryStages } from '../../client/index.ts';
import { texts } from '../texts/page-texts.ts';

/** What a stage is called. Later releases of the service may have others. */
export function stageWord(stage: string): string {
  return new Map(Object.entries(texts.inquiries.stages)).get(stage) ?? stage;
}

/** The change to a stage, unless only a later release knows it. */
export function toStage(text: string): InquiryChanges {
  const stage = inquiryStages.find((known) => known === text);
  return stage === undefined ? {} : { stage };
}
