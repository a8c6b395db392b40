import { defineRights, globalPilots } from '#kit/contract/right.ts'

export const transferRights = defineRights({
  /** An archive holds everything, also what some may not open: whoever looks after the whole organisation makes it, and fetches what they made. */
  'archive.write': globalPilots,
  /** What describes rather than tells: each kind of it is read and made with its own rights besides. */
  'part.write': globalPilots,
  /** The provider's alone: an organisation comes in with its people and what they may do. */
  'archive.import': [],
  /** The provider's alone: what an organisation has, while it waits for its deletion and nobody of it comes in. */
  'customer.archive': [],
})
