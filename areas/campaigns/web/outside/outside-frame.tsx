import { CircleHelp, LogOut } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { languages } from '#kit/contract/catalogue.ts'
import { useSession } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { CustomerMark } from '#kit/web/ui/avatar.tsx'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Markdown } from '#kit/web/ui/markdown.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { changeLanguage } from '#areas/people/web/index.ts'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import css from './outside.module.css'

interface FrameProps {
  readonly onSignOut: () => void
  readonly children: ReactNode
}

/** What help tells them, in its order. */
const parts = ['answer', 'save', 'files', 'sheet', 'send', 'keys', 'access'] as const

/** The head of the pages of people from outside: who asks, the language, the way out. There is no menu, since there is nothing else. */
export function OutsideHead({ onSignOut }: Pick<FrameProps, 'onSignOut'>) {
  const t = useWords('campaigns')
  const { customer, lang } = useSession()
  const [help, setHelp] = useState(false)
  return (
    <Row as="header" align="center" gap={12} padY={8} padX={16} edge="below" fill="surface" className={css.head}>
      <Row as="span" grow align="center" gap={8} narrows weight={600} className={css.organisation}>
        <CustomerMark name={customer?.name ?? ''} color={customer?.color ?? null} logo={null} size={22} />
        <span>{customer?.name}</span>
      </Row>
      <Segmented
        label={t('outside.language')}
        value={lang}
        onChange={(next) => void changeLanguage(next)}
        options={languages.map((value) => ({ value, label: value.toUpperCase() }))}
      />
      <IconButton label={t('outside.help.title')} size="md" onClick={() => setHelp(true)}>
        <CircleHelp size={16} strokeWidth={1.75} />
      </IconButton>
      <IconButton label={t('outside.sign_out')} size="md" onClick={onSignOut}>
        <LogOut size={16} strokeWidth={1.75} />
      </IconButton>
      {help ? (
        <Modal title={t('outside.help.title')} size="md" onClose={() => setHelp(false)}>
          {/* Read by keyboard, too: there is nothing else in it to reach. */}
          <section tabIndex={0} aria-label={t('outside.help.title')}>
            <Markdown text={parts.map((part) => `## ${t(`outside.help.${part}_title`)}\n\n${t(`outside.help.${part}`)}`).join('\n\n')} />
          </section>
        </Modal>
      ) : null}
    </Row>
  )
}

export const OutsideFrame = ({ children }: Pick<FrameProps, 'children'>) => (
  <Stack fill="canvas" className={css.frame}>
    <Suspense fallback={<SkeletonRows />}>{children}</Suspense>
  </Stack>
)
