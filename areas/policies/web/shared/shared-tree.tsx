import type { SharedContent, SharedPolicy } from '#areas/policies/contract/shared.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Tag } from '#kit/web/ui/status-badge.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './shared-panel.module.css'
import { useSharedContent } from './use-shared.ts'

/** Groups to unfold, requirements with the models that come linked to them. */
export function SharedTree({ policy }: { readonly policy: SharedPolicy }) {
  const t = useWords('policies')
  const content = useSharedContent(policy.id)
  if (content.error) return <ErrorState reason={content.error} onRetry={() => void content.refetch()} />
  if (!content.data) return <SkeletonRows count={8} />
  return (
    <>
      <h3 className={css.whole}>{t('shared.whole', { groups: policy.groups, requirements: policy.requirements, models: policy.models })}</h3>
      <Level content={content.data} parent={null} />
    </>
  )
}

function Level({ content, parent }: { readonly content: SharedContent; readonly parent: number | null }) {
  const groups = content.groups.filter((group) => group.parent_id === parent)
  const requirements = content.requirements.filter((requirement) => requirement.group_id === parent)
  return (
    <>
      {requirements.length > 0 ? (
        <ul className={css.requirements}>
          {requirements.map(({ id, identifier, name, description, models }) => (
            <li key={id}>
              <span className={css.reference}>{identifier}</span>
              <div>
                <p className={css.name}>{name}</p>
                {description ? <p className={css.text}>{description}</p> : null}
                {models.length > 0 ? (
                  <p className={css.models}>
                    {models.map((model) => (
                      <Tag key={model.identifier}>{model.name}</Tag>
                    ))}
                  </p>
                ) : null}
              </div>
            </li>
          ))}
        </ul>
      ) : null}
      {groups.map((group, n) => (
        <details key={group.id} className={css.group} open={parent === null && n === 0}>
          <summary>
            <span className={css.reference}>{group.identifier}</span>
            <span className={css.name}>{group.name}</span>
            <Text size={12} tone="quiet" figures>
              {below(content, group.id)}
            </Text>
          </summary>
          <Level content={content} parent={group.id} />
        </details>
      ))}
    </>
  )
}

/** Requirements of a group, and of those within it. */
const below = (content: SharedContent, group: number): number =>
  content.requirements.filter((requirement) => requirement.group_id === group).length +
  content.groups.filter((each) => each.parent_id === group).reduce((sum, each) => sum + below(content, each.id), 0)
