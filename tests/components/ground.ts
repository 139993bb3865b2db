// Before each file of component tests: the styles of every page, and what looks at a page for what is wrong with it.
import '#web/kit/tokens.css'
import '#web/kit/reset.css'
import '#web/kit/composed.css'
import '../../e2e/quality/in-page.js'
