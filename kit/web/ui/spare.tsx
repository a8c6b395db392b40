/** The words of a control, of which only the first is seen where the head of a page has little room; assistive technology is told all of them. */
export function Spare({ children }: { readonly children: string }) {
  const [first, ...rest] = children.split(' ')
  return (
    <span>
      {first} <span data-spare>{rest.join(' ')}</span>
    </span>
  )
}
