import { HardHat, Info, ListChecks, LogOut, Monitor, Moon, Scale, Sun, Undo2, UserRound, VenetianMask } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { changeLanguage, changeTheme, endImpersonation } from '#areas/people/web/index.ts'
import { languages } from '#kit/contract/catalogue.ts'
import { api } from '#kit/web/api/client.ts'
import type { SessionUser } from '#kit/web/api/session.ts'
import { announce } from '#kit/web/api/tabs.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { colorChoices, useColorChoice } from '#kit/web/ui/color-scheme.ts'
import { leavePage } from '#kit/web/ui/leave-page.ts'
import { MenuGroup, MenuItem } from '#kit/web/ui/menu.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { signOut } from '#app/web/sign-out.ts'
import { leadsTo } from './menu.ts'

const themes = [
  ['LIGHT', Sun],
  ['DARK', Moon],
  ['SYSTEM', Monitor],
] as const

/** How one likes to read, where one's own things are, and the way out. */
export function UserMenuItems({ user }: { readonly user: SessionUser }) {
  const words = useWords('app')
  const role = user.role ?? user.admin_type
  const place = useRef<HTMLDivElement>(null)
  // They come after the menu that they stand in.
  useLayoutEffect(() => place.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus(), [])
  return (
    <div role="presentation" ref={place}>
      <MenuGroup label={role ? `${user.name} · ${words(`user.roles.${role}`)}` : user.name}>
        <MenuItem to={path('/profile')} icon={<UserRound size={14} aria-hidden />}>
          {words('nav.profile')}
        </MenuItem>
        {leadsTo('/my_objects', user) ? (
          <MenuItem to={path('/my_objects')} icon={<ListChecks size={14} aria-hidden />}>
            {words('nav.my_objects')}
          </MenuItem>
        ) : null}
        <Mode user={user} />
        {user.impersonator ? (
          <MenuItem icon={<VenetianMask size={14} aria-hidden />} onSelect={() => void endImpersonation()}>
            {words('user.stop_impersonation')}
          </MenuItem>
        ) : null}
      </MenuGroup>
      <Themes />
      <Languages />
      <MenuGroup>
        <MenuItem to={path('/cgu')} icon={<Scale size={14} aria-hidden />}>
          {words('nav.terms')}
        </MenuItem>
        <MenuItem to={path('/about')} icon={<Info size={14} aria-hidden />}>
          {words('nav.about')}
        </MenuItem>
        <MenuItem icon={<LogOut size={14} aria-hidden />} onSelect={() => void signOut()}>
          {words('user.log_out')}
        </MenuItem>
      </MenuGroup>
    </div>
  )
}

/** A pilot may be a contributor for a while (SHL-11). */
function Mode({ user }: { readonly user: SessionUser }) {
  const words = useWords('app')
  const change = async (mode: SessionUser['mode']) => {
    try {
      await leavePage(async () => {
        const { user: changed } = await api.put<{ user: SessionUser }>('/user/mode', { mode })
        announce(changed.context)
        // Nothing that was read in the other mode stays.
        location.assign('/')
      })
    } catch {
      toast.error(words('user.mode_failed'))
    }
  }
  if (user.mode === 'CONTRIBUTOR') {
    return (
      <MenuItem icon={<Undo2 size={14} aria-hidden />} onSelect={() => void change('NORMAL')}>
        {words('user.normal_mode')}
      </MenuItem>
    )
  }
  if (!user.customer || !user.roles.some((role) => role.endsWith('_pilote'))) return null
  return (
    <MenuItem icon={<HardHat size={14} aria-hidden />} onSelect={() => void change('CONTRIBUTOR')}>
      {words('user.contributor_mode')}
    </MenuItem>
  )
}

function Themes() {
  const words = useWords('app')
  const choice = useColorChoice()
  return (
    <MenuGroup label={words('user.theme')}>
      {themes.map(([theme, Icon]) => (
        <MenuItem key={theme} stay icon={<Icon size={14} aria-hidden />} checked={choice === colorChoices[theme]} onSelect={() => void changeTheme(theme)}>
          {words(`user.${colorChoices[theme]}`)}
        </MenuItem>
      ))}
    </MenuGroup>
  )
}

function Languages() {
  const words = useWords('app')
  const kit = useWords('kit')
  const current = useLanguage()
  return (
    <MenuGroup label={words('user.language')}>
      {languages.map((language) => (
        <MenuItem key={language} checked={language === current} onSelect={() => void changeLanguage(language)}>
          {kit(`language.${language}`)}
        </MenuItem>
      ))}
    </MenuGroup>
  )
}
