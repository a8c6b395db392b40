import { LayoutDashboard } from 'lucide-react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Popover } from '#kit/web/ui/popover.tsx'
import { HomeChoices } from './home-choices.tsx'

/** What opens when one signs in, to be chosen where it is shown. */
export function HomeMenu() {
  const t = useWords('reporting')
  return (
    <Popover
      label={t('home.choose')}
      width={280}
      placement="bottom-end"
      trigger={(trigger) => (
        <Button icon={<LayoutDashboard size={14} aria-hidden />} {...trigger}>
          {t('home.change')}
        </Button>
      )}
    >
      {(close) => <HomeChoices onDone={close} />}
    </Popover>
  )
}
