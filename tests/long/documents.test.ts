import { quickRuns, runs, testDocuments } from '../support/documents/document-plans.ts';

testDocuments(runs.filter((paths) => !quickRuns.includes(paths)));
