// Plays on as whatever the page asks, by its buttons alone, until the match is over.
(seed) => {
  if (window.playsAlone) return
  window.playsAlone = true
  const random = () => {
    seed = (seed * 1664525 + 1013904223) % 2 ** 32
    return seed / 2 ** 32
  }
  const all = (selector) => [...document.querySelectorAll(selector)]
  const step = () => {
    const [next] = all('.curtain .button, .scoring .button, .answers .main:not(.answer)')
    const answers = all('.answer:not([disabled])')
    if (next) next.click()
    else if (answers.length) answers[Math.floor(random() * answers.length)].click()
    else if (all('section.over').length) {
      watch.disconnect()
      window.playsAlone = false
    }
  }
  const watch = new MutationObserver(step)
  watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  step()
}
