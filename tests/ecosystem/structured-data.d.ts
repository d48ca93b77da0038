// Packages that have no types of their own.

declare module '@marbec/web-auto-extractor' {
  export interface ExtractedData {
    /** By the type of the object. */
    jsonld: Record<string, unknown[]>;
  }
  export default class WebAutoExtractor {
    constructor(options: { addLocation: boolean; embedSource: string[] });
    parse(html: string): ExtractedData;
  }
}

declare module '@adobe/structured-data-validator' {
  import type { ExtractedData } from '@marbec/web-auto-extractor';

  export interface Issue {
    severity: 'ERROR' | 'WARNING';
    issueMessage: string;
  }
  export default class StructuredDataValidator {
    validate(data: ExtractedData): Promise<Issue[]>;
  }
}
