import { LayoutDashboard } from 'lucide-react'
import { useWords } from '#kit/web/i18n/words.ts'
import { lentPart } from '#kit/web/lent-part.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Popover } from '#kit/web/ui/popover.tsx'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'

/** What opens here, to be chosen: nothing of it is fetched before it is asked for. */
export function HomeChoice() {
  const words = useWords('dashboards')
  const Choices = lentPart('home')
  return (
    <Popover
      label={words('cockpit.choose')}
      width={280}
      placement="bottom-end"
      trigger={(trigger) => (
        <IconButton label={words('cockpit.choose')} {...trigger}>
          <LayoutDashboard size={16} />
        </IconButton>
      )}
    >
      {(close) => (
        <Suspense fallback={<SkeletonRows count={3} />}>
          <Choices onDone={close} />
        </Suspense>
      )}
    </Popover>
  )
}
