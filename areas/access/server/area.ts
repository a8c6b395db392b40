import type { Area } from '#kit/server/http/area.ts'
import { en } from '#areas/access/locales/en.ts'
import { fr } from '#areas/access/locales/fr.ts'
import { passkeyCalls } from './passkey-calls.ts'
import { modeCalls } from './contributor-mode.ts'
import { ownSessionsCalls } from './own-sessions.ts'
import { passwordCalls, resetJob } from './passwords.ts'
import { accessRights } from '#areas/access/contract/rights.ts'
import { signInCalls } from './sign-in.ts'
import { authConfigCalls } from './sso/config-calls.ts'
import { authConfigs } from './sso/auth-configs.ts'
import { certificateStates } from './sso/certificate-states.ts'
import { expiryJob } from './sso/expiry-job.ts'
import { strongAuthenticationCalls } from './strong-authentication.ts'

export const access: Area = {
  name: 'access',
  rights: accessRights,
  tables: [
    'account_token',
    'auth_config_state',
    'former_password',
    'member_sign_in',
    'passkey',
    'passkey_challenge',
    'recovery_code',
    'reset_request',
    'session',
    'sign_in_attempt',
    'spent_assertion',
    'spent_captcha',
    'sso_domain',
    'sso_request',
  ],
  leftOut: { auth_config: 'access', auth_config_state: 'secret', session: 'secret', sso_domain: 'access', sso_request: 'secret' },
  resources: [authConfigs],
  calls: (api, resources) => {
    signInCalls(api)
    strongAuthenticationCalls(api)
    passkeyCalls(api)
    passwordCalls(api)
    ownSessionsCalls(api)
    modeCalls(api)
    authConfigCalls(api, resources)
  },
  states: certificateStates,
  mailing: (post) => [resetJob(post), expiryJob(post)],
  locales: { en, fr },
}
