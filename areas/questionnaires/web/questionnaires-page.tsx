import { useLocation } from '@tanstack/react-router'
import { Copy, MessageCircleQuestion, Share2 } from 'lucide-react'
import { useMemo } from 'react'
import { questionnaire } from '#areas/questionnaires/contract/questionnaire.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Navigate, useNavigate } from '#kit/web/navigation.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import { path } from '#kit/web/route.ts'
import type { RowAction } from '#kit/web/table/columns.ts'
import { ButtonLink } from '#kit/web/ui/button.tsx'
import { copyQuestionnaire } from './copy.ts'

type Questionnaire = RowOf<typeof questionnaire>

definePresentation(questionnaire, { icon: MessageCircleQuestion, widths: { identifier: 90, usage: 170, status: 110, edition: 90, questions: 100 } })

const defaults = { filters: [{ name: 'archived', selected_options: [false] }] }

/** The questionnaires of the organisation (QST-03). */
export function Page() {
  const t = useWords('questionnaires')
  const kit = useWords('kit')
  const navigate = useNavigate()
  const { id } = useLocation({ select: ({ search }) => search as Readonly<Record<string, unknown>> })
  const mayWrite = useRight('questionnaire.write')
  const maySee = useRight('shared_catalog.read')
  const rowActions = useMemo(
    (): readonly RowAction<Questionnaire>[] => [
      { name: 'fork', label: kit('actions.duplicate'), icon: Copy, show: () => mayWrite, run: (row) => copyQuestionnaire(row) },
    ],
    [kit, mayWrite],
  )
  const tools = maySee ? (
    <ButtonLink to={path('/admin/catalog/questionnaires')} icon={<Share2 size={14} aria-hidden />}>
      {t('shared.from')}
    </ButtonLink>
  ) : null
  // One that is named, or has just been made, is opened where it is written.
  if (typeof id === 'number') return <Navigate to={path('/org/questionnaires/$id', { id })} replace />
  return (
    <ListPage
      entity={questionnaire}
      defaults={defaults}
      rowActions={rowActions}
      onOpen={(row) => void navigate({ to: path('/org/questionnaires/$id', { id: row.id }) })}
      tools={tools}
    />
  )
}
