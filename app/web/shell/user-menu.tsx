import { ChevronDown, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { languages, type Language } from '#kit/contract/catalogue.ts'
import { api } from '#kit/web/api/client.ts'
import { useOptionalSession } from '#kit/web/api/session.ts'
import { chooseLanguage, useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { chooseColorScheme, useColorChoice } from '#kit/web/ui/color-scheme.ts'
import { Menu, MenuGroup, MenuItem } from '#kit/web/ui/menu.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { signOut } from '#app/web/sign-out.ts'
import styles from './header.module.css'

const themes = [
  ['light', Sun],
  ['dark', Moon],
  ['system', Monitor],
] as const

/** Who one is, how one likes to read, and the way out. */
export function UserMenu() {
  const words = useWords('app')
  const user = useOptionalSession()
  if (!user) return null
  const role = user.role ?? user.admin_type
  return (
    <Menu
      label={words('user.menu', { name: user.name })}
      placement="bottom-end"
      width={220}
      trigger={(props) => (
        <button type="button" className={styles.user} aria-label={words('user.menu', { name: user.name })} {...props}>
          <Avatar name={user.name} initials={user.initials} size={26} />
          <ChevronDown size={13} aria-hidden />
        </button>
      )}
    >
      <MenuGroup label={role ? `${user.name} · ${words(`user.roles.${role}`)}` : user.name}>
        <MenuItem icon={<LogOut size={14} aria-hidden />} onSelect={() => void signOut()}>
          {words('user.log_out')}
        </MenuItem>
      </MenuGroup>
      <Themes />
      <Languages />
    </Menu>
  )
}

function Themes() {
  const words = useWords('app')
  const choice = useColorChoice()
  return (
    <MenuGroup label={words('user.theme')}>
      {themes.map(([theme, Icon]) => (
        <MenuItem
          key={theme}
          stay
          icon={<Icon size={14} aria-hidden />}
          checked={choice === theme}
          onSelect={() => chooseColorScheme(theme)}
        >
          {words(`user.${theme}`)}
        </MenuItem>
      ))}
    </MenuGroup>
  )
}

function Languages() {
  const words = useWords('app')
  const kit = useWords('kit')
  const current = useLanguage()
  const change = async (lang: Language) => {
    try {
      await api.put('/user/language', { lang })
      await chooseLanguage(lang)
    } catch {
      toast.error(words('user.language_failed'))
    }
  }
  return (
    <MenuGroup label={words('user.language')}>
      {languages.map((language) => (
        <MenuItem key={language} checked={language === current} onSelect={() => void change(language)}>
          {kit(`language.${language}`)}
        </MenuItem>
      ))}
    </MenuGroup>
  )
}
