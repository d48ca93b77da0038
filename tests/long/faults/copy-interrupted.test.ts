import { sqlite } from '../../support/engines.ts';
import { describeInterruptedCopies } from '../../support/faults/interrupted-copies.ts';

describeInterruptedCopies(sqlite);
