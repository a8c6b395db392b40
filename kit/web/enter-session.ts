import { queryClient } from './api/queries.ts'
import { session, type SessionUser } from './api/session.ts'
import { showLanguage } from './i18n/store.ts'
import { listSettings } from './resource/list-settings.ts'
import { chooseColorScheme, colorChoices } from './ui/color-scheme.ts'

/** Takes over a session and speaks its person's language (I18N-02); nothing read before it stays. */
export async function enter(user: SessionUser): Promise<void> {
  queryClient.clear()
  listSettings.clear()
  session.set(user)
  chooseColorScheme(colorChoices[user.theme])
  // In time for the first list, which does not wait here.
  if (user.member_id !== null && user.pending.length === 0) void listSettings.load()
  await showLanguage(user.lang)
}
