import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { PasswordSection, SessionsSection, StrongAuthenticationSection } from '#areas/access/web/index.ts'
import type { getProfile } from '#areas/people/contract/profile.ts'
import { api } from '#kit/web/api/client.ts'
import { useSession } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Page as Canvas } from '#kit/web/ui/page.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Grid, Stack } from '#kit/web/ui/layout.tsx'
import { ProfileIdentity } from './profile-identity.tsx'
import { ProfileNotifications } from './profile-notifications.tsx'
import { ProfilePreferences } from './profile-preferences.tsx'
import { ProfileReach } from './profile-reach.tsx'
import { profileKey } from './own-settings.ts'
import css from './profile.module.css'

/** Whoever one is, how one reads, what one may do, and how one proves it (GEN-08, ACC-61 … ACC-70). */
export function Page() {
  const t = useWords('people')
  const { impersonator, tied } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: profileKey,
    queryFn: async () => (await api.call<typeof getProfile>('GET /user/profile')).object,
  })
  // The browser looked for what the address names before it was there.
  const here = data !== undefined
  useEffect(() => {
    if (here && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [here])
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={10} />
  // What proves who one is belongs to the person alone: neither to who acts in their name nor to one organisation's identity provider.
  const own = impersonator === null && !tied
  const sections = [
    ['identity', <ProfileIdentity key="identity" profile={data} />],
    ['preferences', <ProfilePreferences key="preferences" profile={data} />],
    ['notifications', <ProfileNotifications key="notifications" profile={data} />],
    ['reach', <ProfileReach key="reach" profile={data} />],
    ...(own && data.auth_type === 'PASSWORD' ? ([['password', <PasswordSection key="password" />]] as const) : []),
    ...(own
      ? ([
          ['mfa', <StrongAuthenticationSection key="mfa" />],
          ['sessions', <SessionsSection key="sessions" />],
        ] as const)
      : []),
  ] as const
  return (
    <Canvas canvas>
      <Grid gap={20} align="start" className={css.layout}>
        <Stack as="nav" gap={2} className={css.jump} aria-label={t('profile.jump')}>
          {sections.map(([name]) => (
            <a key={name} href={`#${name}`}>
              {t(`profile.sections.${name}`)}
            </a>
          ))}
        </Stack>
        <Stack gap={14} narrows>
          {sections.map(([name, section]) => (
            <Grid key={name} id={name} narrows className={css.section}>
              {section}
            </Grid>
          ))}
        </Stack>
      </Grid>
    </Canvas>
  )
}
