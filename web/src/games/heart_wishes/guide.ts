// What the first match of Heart Wishes points out, each once, when it is there to be seen.
import type { Play } from '../../table/play.svelte'
import { guide } from '../contract'
import { away, type View } from './court'

const view = (play: Play): View => play.view as View
const own = (play: Play): string[] => view(play).hands[play.seat ?? -1] ?? []
const offers = (play: Play, verb: string): boolean => play.choices.some((choice) => choice.key === `action.${verb}`)
const asked = (play: Play): boolean => offers(play, 'keep')
const within = (play: Play): boolean => play.choices.some((choice) => choice.values['wish'] ?? choice.values['paid'])
const laid = (play: Play): number => (view(play).laid[play.seat ?? -1] ?? []).length

export default guide(
  [
    { id: 'wishes', clause: 'HW.12', when: (play) => play.seat !== null && view(play).turn === 1, at: (play) => `[data-place="hand:${play.seat}"]` },
    { id: 'figure', clause: 'HW.12', when: (play) => play.seat !== null && view(play).turn === 1, at: () => '.figure' },
    { id: 'way', clause: 'HW.4', when: (play) => offers(play, 'hop') && !offers(play, 'rest'), at: () => '.track' },
    {
      id: 'near',
      clause: 'HW.8',
      when: (play) => offers(play, 'throb') && own(play).some((wish) => away(view(play), wish) > 0 && away(view(play), wish) < 4),
      at: (play) => {
        const near = own(play).find((wish) => away(view(play), wish) > 0 && away(view(play), wish) < 4)
        return `[data-place="field:${near}"]`
      },
    },
    { id: 'rest', clause: 'HW.9', when: (play) => offers(play, 'rest'), at: () => '.plate.me .blood' },
    { id: 'double', clause: 'HW.5', when: (play) => offers(play, 'stay'), at: () => '.dice' },
    { id: 'white', clause: 'HW.7', when: (play) => offers(play, 'leap'), at: () => '.dice' },
    { id: 'colour', clause: 'HW.11', when: (play) => offers(play, 'move'), at: () => '.heart.goal' },
    {
      id: 'fulfil',
      clause: 'HW.12',
      when: (play) => asked(play) && within(play),
      at: (play) => `[data-place="hand:${play.seat}"] .can`,
    },
    { id: 'secret', clause: 'HW.12', when: (play) => asked(play) && !within(play), at: () => '.fulfil' },
    {
      id: 'stone',
      clause: 'HW.14',
      when: (play) => laid(play) > 0,
      at: (play) => `[data-place="front:${play.seat}"]`,
    },
    {
      id: 'end',
      clause: 'HW.17',
      when: (play) => view(play).small_heart < view(play).stones.length,
      at: () => '.small-heart',
    },
  ],
  {
    en: {
      wishes: 'These are your wishes, the nearest first, each for one heart on the track. The number says how far ahead of the figure it lies; on the track, a flag shows where.',
      figure: 'There is one figure, and all of you move it, clockwise. Wherever it stops, wishes of everybody may come true, yours too when others move.',
      way: 'To hop, you roll two colours and follow one of them to its next heart, up to five fields ahead. To throb, you roll 1 to 3 and go so far. Hop to get ahead; throb when a wish of yours is close.',
      near: 'This wish is one to three fields ahead. Throbbing may land on it, or beside it, which is good enough for one heart-blood.',
      rest: 'You have no heart-blood, so you may rest: take one, and the figure stays. With it, wishes beside the figure can be fulfilled, this very turn.',
      double: 'Both dice agree. Go on to the next heart of this colour, or stay and take one heart-blood: staying pays if you hold wishes around this place.',
      white: 'White goes with anything. Fresh blood takes you to the next heart of the colour and gives heart-blood; the heart leap goes to any of its six hearts. Leap if a wish of yours waits far away.',
      colour: 'The lit hearts are where your dice can lead; tap one. Look for your flags, and for hearts between two of your wishes.',
      fulfil: 'These wishes can come true now. Tap those that you want, then confirm. The one below the figure is free; its neighbours cost one heart-blood each.',
      secret: 'Nothing of yours fits here. You are asked all the same, so that nobody can tell what you hold.',
      stone: 'Fulfilled wishes lie here. With three of them, a stone falls from your heart, and whoever has the most stones wins.',
      end: 'Few stones are left. The match ends with the last one, and if stones are equal, the wishes that lie in front decide: fulfil what you can.',
    },
    de: {
      wishes: 'Das sind deine Wünsche, der nächste zuerst, jeder für ein Herz auf dem Rundweg. Die Zahl sagt, wie viele Felder es für die Figur noch sind; auf dem Weg zeigt ein Fähnchen die Stelle.',
      figure: 'Es gibt nur eine Figur, und ihr zieht sie alle, im Uhrzeigersinn. Wo sie hält, können Wünsche von allen in Erfüllung gehen, deine auch dann, wenn andere ziehen.',
      way: 'Beim Hüpfen würfelst du zwei Farben und folgst einer zum nächsten Herzen, bis zu fünf Felder weit. Beim Pochen würfelst du 1 bis 3 und gehst so weit. Hüpf, um voranzukommen; poch, wenn ein Wunsch nah ist.',
      near: 'Dieser Wunsch liegt ein bis drei Felder voraus. Pochen kann ihn treffen oder danebenlanden – und daneben reicht für ein Herzblut auch.',
      rest: 'Du hast kein Herzblut, darum darfst du ruhen: Nimm eins, und die Figur bleibt stehen. Damit lassen sich Wünsche neben der Figur erfüllen, noch in diesem Zug.',
      double: 'Beide Würfel sind sich einig. Zieh zum nächsten Herzen dieser Farbe oder bleib stehen und nimm ein Herzblut: Das lohnt sich, wenn deine Wünsche hier in der Nähe liegen.',
      white: 'Weiß passt zu allem. Frisches Herzblut führt zum nächsten Herzen der Farbe und bringt Herzblut; der Herzsprung geht zu jedem ihrer sechs Herzen. Spring, wenn ein Wunsch weit weg wartet.',
      colour: 'Die leuchtenden Herzen sind deine Ziele; tipp eines an. Halte Ausschau nach deinen Fähnchen und nach Herzen zwischen zwei deiner Wünsche.',
      fulfil: 'Diese Wünsche können jetzt wahr werden. Tipp an, welche du willst, und bestätige. Der unter der Figur ist umsonst, die daneben kosten je ein Herzblut.',
      secret: 'Hier passt nichts von dir. Gefragt wirst du trotzdem, damit niemand ahnt, was du auf der Hand hast.',
      stone: 'Hier liegen erfüllte Wünsche. Sind es drei, fällt dir ein Stein vom Herzen; und wer die meisten Steine hat, gewinnt.',
      end: 'Nur noch wenige Steine sind da. Mit dem letzten endet die Partie, und bei gleich vielen entscheiden die Wünsche, die noch vor euch liegen: Erfülle, was du kannst.',
    },
    fr: {
      wishes: 'Voici tes vœux, le plus proche d’abord, chacun pour un cœur de la piste. Le nombre dit combien de cases il reste à la figurine ; sur la piste, un fanion montre l’endroit.',
      figure: 'Il n’y a qu’une figurine, et tout le monde la déplace, dans le sens des aiguilles d’une montre. Là où elle s’arrête, les vœux de chacun peuvent se réaliser, les tiens aussi quand les autres jouent.',
      way: 'Pour bondir, tu lances deux couleurs et tu suis l’une d’elles jusqu’à son prochain cœur, à cinq cases au plus. Pour battre, tu lances de 1 à 3 et tu avances d’autant. Bondis pour avancer ; bats quand un vœu est tout près.',
      near: 'Ce vœu est à une, deux ou trois cases. Un battement peut tomber dessus, ou juste à côté, ce qui suffit pour une goutte de sang.',
      rest: 'Tu n’as plus de goutte de sang, tu peux donc te reposer : prends-en une, et la figurine ne bouge pas. Elle permet de réaliser un vœu à côté de la figurine, dès ce tour.',
      double: 'Les deux dés sont d’accord. Va au prochain cœur de cette couleur, ou reste et prends une goutte de sang : cela vaut la peine si tes vœux sont tout autour.',
      white: 'Le blanc va avec tout. Le sang frais mène au prochain cœur de la couleur et donne une goutte ; le saut du cœur va à n’importe lequel de ses six cœurs. Saute si un vœu t’attend loin d’ici.',
      colour: 'Les cœurs illuminés sont ceux où mènent tes dés ; touches-en un. Cherche tes fanions, et les cœurs placés entre deux de tes vœux.',
      fulfil: 'Ces vœux peuvent se réaliser maintenant. Touche ceux que tu veux, puis confirme. Celui de la figurine est gratuit, ses voisins coûtent une goutte de sang chacun.',
      secret: 'Rien de ce que tu as ne convient ici. On te le demande quand même, pour que personne ne devine ta main.',
      stone: 'Les vœux réalisés sont posés ici. Avec trois d’entre eux, une pierre tombe de ton cœur, et qui a le plus de pierres gagne.',
      end: 'Il reste peu de pierres. La partie finit avec la dernière, et à égalité, les vœux posés devant chacun décident : réalise ce que tu peux.',
    },
    it: {
      wishes: 'Questi sono i tuoi desideri, il più vicino per primo, ognuno per un cuore del percorso. Il numero dice quante caselle mancano alla pedina; sul percorso una bandierina mostra dove.',
      figure: 'La pedina è una sola, e la muovono tutti, in senso orario. Dove si ferma possono avverarsi i desideri di ciascuno, i tuoi anche quando muovono gli altri.',
      way: 'Per saltellare lanci due colori e ne segui uno fino al suo prossimo cuore, al massimo cinque caselle avanti. Per battere lanci da 1 a 3 e avanzi di tanto. Saltella per andare lontano; batti quando un desiderio è vicino.',
      near: 'Questo desiderio è da una a tre caselle più avanti. Un battito può arrivarci sopra, o accanto, e accanto basta una goccia di sangue.',
      rest: 'Non hai gocce di sangue, quindi puoi riposare: ne prendi una, e la pedina resta ferma. Con quella si realizza un desiderio accanto alla pedina, già in questo turno.',
      double: 'I dadi sono d’accordo. Vai al prossimo cuore di questo colore, oppure resta e prendi una goccia di sangue: conviene se i tuoi desideri sono qui intorno.',
      white: 'Il bianco va con tutto. Il sangue fresco porta al prossimo cuore del colore e dà una goccia; il balzo del cuore va a uno qualunque dei suoi sei cuori. Balza se un desiderio ti aspetta lontano.',
      colour: 'I cuori accesi sono quelli a cui portano i tuoi dadi; toccane uno. Cerca le tue bandierine, e i cuori tra due dei tuoi desideri.',
      fulfil: 'Questi desideri possono avverarsi adesso. Tocca quelli che vuoi, poi conferma. Quello sotto la pedina è gratis, quelli accanto costano una goccia di sangue ciascuno.',
      secret: 'Niente di tuo va bene qui. Te lo si chiede lo stesso, perché nessuno indovini che cosa hai in mano.',
      stone: 'Qui stanno i desideri realizzati. Con tre di loro ti cade una pietra dal cuore, e chi ha più pietre vince.',
      end: 'Restano poche pietre. La partita finisce con l’ultima, e se le pietre sono pari decidono i desideri che si hanno davanti: realizza quello che puoi.',
    },
  },
)
