import type { Area } from '#kit/server/http/area.ts'
import { en } from '#areas/access/locales/en.ts'
import { fr } from '#areas/access/locales/fr.ts'
import { passkeyCalls } from './passkey-calls.ts'
import { modeCalls } from './mode.ts'
import { ownSessionsCalls } from './own-sessions.ts'
import { passwordCalls, resetJob } from './passwords.ts'
import { signInCalls } from './sign-in.ts'
import { strongAuthenticationCalls } from './strong-authentication.ts'

export const access: Area = {
  name: 'access',
  rights: {},
  resources: [],
  calls: (api) => {
    signInCalls(api)
    strongAuthenticationCalls(api)
    passkeyCalls(api)
    passwordCalls(api)
    ownSessionsCalls(api)
    modeCalls(api)
  },
  mailing: (post) => [resetJob(post)],
  locales: { en, fr },
}
