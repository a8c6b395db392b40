import { member } from '#areas/people/contract/member.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { OptionFilter } from '#kit/web/kinds/option-filter.tsx'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import type { FilterControlProps } from '#kit/web/table/columns.ts'

/** The column says how somebody stands; what can be asked for is whether they may come in (ADM-44). */
function StatusFilter(props: FilterControlProps) {
  const t = useWords('people')
  const options = [
    { value: false, label: t('status.enabled') },
    { value: true, label: t('status.disabled') },
  ]
  return <OptionFilter {...props} options={options} />
}

definePresentation(member, { filters: { disabled: StatusFilter }, widths: { perimeters: 140, groups: 130, last_login: 140, strong: 60, disabled: 110 } })
