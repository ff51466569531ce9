// Runs in every page that the tests open, before anything else.
// What a person would stumble over becomes an error of the console, which no test lets pass.
(keys) => {
  const known = new Set(keys.filter((key) => key.includes('.')))
  const whole = new Set(keys.filter((key) => !key.includes('.')))
  const odd = /^(undefined|NaN|null)$|\[object |\{\w+(:\w+)?\}/
  const told = new Set()
  window.changes = 0

  const look = (text, where) => {
    const shown = text?.trim()
    if (!shown || told.has(shown)) return
    const bad = whole.has(shown) || odd.test(shown) || shown.split(/[\s,;:!?()]+/).some((word) => known.has(word))
    if (!bad) return
    told.add(shown)
    console.error(`not a text for people: "${shown}" in ${where}`)
  }
  const lookAt = (node) => {
    if (node.parentElement?.closest('script, style')) return
    if (node instanceof Text) return look(node.data, node.parentElement?.tagName)
    if (!(node instanceof Element) || /^(SCRIPT|STYLE)$/.test(node.tagName)) return
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) look(node.getAttribute(name), `${node.tagName} ${name}`)
    node.childNodes.forEach(lookAt)
  }
  new MutationObserver((records) => {
    window.changes += 1
    for (const { target, addedNodes } of records) {
      if (addedNodes.length) addedNodes.forEach(lookAt)
      else lookAt(target)
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
}
