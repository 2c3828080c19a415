/** What goes wrong on request. */
import type { OperationName } from '../api/operations'
import { tokenLifetime } from '../api/tokens'
import type { Leaving } from './wire'

/** The stress switches of one customer; all are off at first, and off again after a restart. */
export class Stress {
  /** Seconds that a new token lasts. */
  get tokenLifetime(): number {
    return tokenLifetime
  }

  /** Whether no token is given for a scope. */
  refuses(_scope: string): boolean {
    return false
  }

  /**
   * Comes before the work of an operation.
   * @throws ProblemError where the operation is to fail
   */
  async before(_operation: OperationName): Promise<void> {}

  /** The JSON of an answer, changed as real services change it. */
  shaped(_operation: OperationName, text: string): string {
    return text
  }

  leaving(_operation: OperationName): Leaving {
    return 'whole'
  }
}
