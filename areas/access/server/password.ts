import { channel } from 'node:diagnostics_channel'
import { hash, verify } from '@node-rs/argon2'

// argon2id is the package's default; named here it would be an ambient const enum, which stripped types cannot import.
const cost = { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 }

/** A hash of nobody's password, of the same cost: verified when there is none, so that the time taken tells nothing. */
const nobody = '$argon2id$v=19$m=65536,t=3,p=1$ZVLLMuCmkocXjFXyqklsBQ$LFQsdNBtK0Lo1N8fTSXCUPvQCSKJM+fggrrB+u1vxpE'

/** Hears of every password that was judged, as of the one cost that tells attempts apart; says nothing of whose it was. */
export const judged = channel('vigie:password.judged')

/** The argon2id hash of a password, about a tenth of a second of work off the main thread. */
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), cost)

/** Whether a password is the right one; as slow, and false, when there is no hash. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? nobody, password.normalize('NFKC'))
  judged.publish({})
  return matches && stored !== null
}
