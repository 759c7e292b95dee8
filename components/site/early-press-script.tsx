/**
 * Runs before the other scripts of the page are loaded. Until then a button has no effect, so this script remembers the last button that
 * was pressed, and presses it again when `SiteNav` calls `cairnRuns`. Popovers, forms and links work without scripts and are left out. A press
 * that made React start the page at once is not repeated.
 *
 * It also shows the top of a bounty's page after a reload, unless the reader has scrolled. The content of such a page is loaded later. Without
 * this, the browser would scroll to the old position, where the footer is until the content is there. So the script stops the browser from
 * restoring positions, until the reader goes to another page. The framework replaces the address when it starts. That does not count, because
 * the browser may restore the position after it.
 */
const script = `(function(){
var pressed,isMoved=/^\\/(board|bounties)\\//.test(location.pathname)&&performance.navigation.type==1&&!location.hash
function note(event){pressed=event.target.closest('button[type=button]:not([popovertarget])')}
function stay(){isMoved=false}
function restore(event){
if(event&&event.navigationType=='replace')return
history.scrollRestoration='auto'
window.navigation&&navigation.removeEventListener('navigate',restore)
}
addEventListener('click',note,true)
if(isMoved){
history.scrollRestoration='manual'
window.navigation?navigation.addEventListener('navigate',restore):setTimeout(restore,9999)
'wheel touchstart keydown'.split(' ').forEach(function(name){addEventListener(name,stay,{once:true,passive:true})})
}
window.cairnRuns=function(){
removeEventListener('click',note,true)
if(isMoved)scrollTo(0,0)
if(window.event&&event.type=='click')pressed=null
queueMicrotask(function(){if(pressed&&pressed.isConnected)pressed.click();pressed=null})
isMoved=false
}
})()`

/** @param nonce of the page's policy, which allows the script */
export function EarlyPressScript({ nonce }: { nonce: string | undefined }) {
  return (
    <script
      nonce={nonce}
      // Browsers empty this attribute, so it differs from what the server sent.
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
      dangerouslySetInnerHTML={{ __html: script }}
    />
  )
}
