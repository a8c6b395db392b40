import type { SsoFailure } from '#areas/access/contract/single-sign-on.ts'

/** Why single sign-on did not let somebody in. The code is told to them; the reason is for the log alone. */
export class SsoError extends Error {
  readonly failure: SsoFailure

  constructor(failure: SsoFailure, reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.failure = failure
  }
}
