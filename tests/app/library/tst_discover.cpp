#include "app/transfers/test_download.h"
#include "app/transfers/test_server.h"
#include "downloads/downloads.h"
#include "library/hub_groups.h"
#include "library/hub_model_view.h"
#include "library/hub_search.h"
#include "library/hub_suggestions.h"
#include "library/local_models.h"
#include "library/speed_probe.h"
#include "scripted_hub.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QLocale>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTranslator>
#include <QtTest>

using namespace hearth;
using test::hubGroup;
using test::hubModel;

/// What the Discover view shows of a hub.
class DiscoverTest : public QObject {
    Q_OBJECT

    std::shared_ptr<test::ScriptedHub> m_hub;
    std::unique_ptr<HubAccess> m_access;
    QStringList m_asked;  ///< endpoints, as sources were made

    static QVariant at(const QAbstractItemModel& model, int row, int role) {
        return model.index(row, 0).data(role);
    }
    static QString text(const QAbstractItemModel& model, int row, int role) {
        return at(model, row, role).toString();
    }

    static std::vector<catalog::CatalogSuggestion> curated() {
        catalog::CatalogSuggestion large{.name = "qwen3-8b",
                                         .title = "Qwen3 8B",
                                         .size = "8B",
                                         .repository = "Qwen/Qwen3-8B-GGUF",
                                         .licence = "Apache-2.0",
                                         .licence_url = {},
                                         .languages = {"en", "zh"},
                                         .description = {{"en", "For hard questions."}}};
        catalog::CatalogSuggestion small{.name = "gemma-3-270m",
                                         .title = "Gemma 3 270M",
                                         .size = "270M",
                                         .repository = "unsloth/gemma-3-270m-it-GGUF",
                                         .licence = "Gemma",
                                         .licence_url = {},
                                         .languages = {"en"},
                                         .description = {{"en", "Tiny and quick."}}};
        return {large, small};
    }

    void threeModels() {
        hub::SearchPage page;
        page.models = {hubModel("Qwen/Qwen3-8B-GGUF", 8.2), hubModel("big/Llama-70B-GGUF", 70),
                       hubModel("who/knows-GGUF", 0)};
        m_hub->script.pages = {page};
    }
    static hub::SearchPage pageOf(int models, const char* next) {
        hub::SearchPage page;
        for (int i = 0; i < models; ++i) {
            page.models.push_back(hubModel(std::string("a/") + next + std::to_string(i), 1));
        }
        page.next = next;
        return page;
    }

 private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QStringLiteral("en_US"))); }

    void init() {
        m_hub = std::make_shared<test::ScriptedHub>();
        m_asked.clear();
        m_access = std::make_unique<HubAccess>([this](const hub::Endpoint& endpoint) {
            m_asked << QString::fromStdString(endpoint.id);
            return m_hub;
        });
        m_access->setMemory(9'000'000'000, 0);
    }

    void whatIsFoundSaysWhetherItFits() {
        threeModels();
        HubSearch search(*m_access);
        QAbstractItemModelTester tester(&search);
        QCOMPARE(search.state(), HubSearch::Idle);
        search.begin();
        QCOMPARE(search.state(), HubSearch::Asking);
        QTRY_COMPARE(search.state(), HubSearch::Done);
        QCOMPARE(search.count(), 3);
        QCOMPARE(text(search, 0, HubSearch::NameRole), QStringLiteral("Qwen3-8B-GGUF"));
        QCOMPARE(text(search, 0, HubSearch::AuthorRole), QStringLiteral("Qwen"));
        QCOMPARE(text(search, 0, HubSearch::LineRole),
                 QStringLiteral("Chat and writing · 8.2B · English, Chinese and 2 more"));
        QCOMPARE(at(search, 0, HubSearch::VerdictRole).toInt(), int(HubSearch::Fits));
        QCOMPARE(text(search, 0, HubSearch::FitTextRole), QStringLiteral("Probably fits"));
        QCOMPARE(at(search, 1, HubSearch::VerdictRole).toInt(), int(HubSearch::DoesNotFit));
        QVERIFY2(text(search, 1, HubSearch::FitTextRole)
                     .startsWith(QStringLiteral("Probably does not fit · needs about ")),
                 qPrintable(text(search, 1, HubSearch::FitTextRole)));
        QCOMPARE(at(search, 2, HubSearch::VerdictRole).toInt(), int(HubSearch::Unknown));
        QVERIFY(text(search, 2, HubSearch::FitTextRole).isEmpty());
    }

    void theCuratedListComesFirstAndNeedsNoAnswer() {
        m_hub->script.holds = true;
        HubSearch search(*m_access);
        QAbstractItemModelTester tester(&search);
        search.begin();
        QCOMPARE(search.state(), HubSearch::Asking);
        search.setSuggestions(curated());
        QCOMPARE(search.state(), HubSearch::Renewing);
        QCOMPARE(search.count(), 2);
        QCOMPARE(search.idAt(0), QStringLiteral("Qwen/Qwen3-8B-GGUF"));
        QCOMPARE(text(search, 0, HubSearch::NameRole), QStringLiteral("Qwen3 8B"));
        QCOMPARE(text(search, 0, HubSearch::LineRole), QStringLiteral("For hard questions."));
        QCOMPARE(text(search, 0, HubSearch::FitTextRole), QStringLiteral("Probably fits"));
        QVERIFY(!text(search, 0, HubSearch::SectionRole).isEmpty());
        // The answer follows it, without what stands there already.
        m_hub->script.holds = false;
        threeModels();
        QSignalSpy reset(&search, &QAbstractItemModel::modelReset);
        search.refresh();
        QTRY_COMPARE(search.state(), HubSearch::Done);
        QCOMPARE(search.count(), 4);
        QCOMPARE(reset.count(), 0);
        QCOMPARE(text(search, 2, HubSearch::NameRole), QStringLiteral("Llama-70B-GGUF"));
        QVERIFY(text(search, 2, HubSearch::SectionRole).contains(QStringLiteral("Hugging Face")));
    }

    void theCuratedListIsThereOffline() {
        m_hub->script.failure = transfers::Failure{.kind = transfers::FailureKind::offline};
        HubSearch search(*m_access);
        search.setSuggestions(curated());
        search.begin();
        QTRY_COMPARE(search.state(), HubSearch::Failed);
        QCOMPARE(search.step(), int(HubSearch::GoOnline));
        QCOMPARE(search.count(), 2);
        search.setText(QStringLiteral("tiny GEMMA"));
        QTRY_COMPARE(search.count(), 1);
        QCOMPARE(search.idAt(0), QStringLiteral("unsloth/gemma-3-270m-it-GGUF"));
    }

    void theCuratedListHeedsFiltersAndTheHub() {
        const auto endpoint = [](const char* id) { return *hub::endpoint_named(id); };
        const auto found = [](const hub::SearchQuery& query, const hub::Endpoint& hub) {
            static const auto list = curated();
            return matchingSuggestions(list, query, hub).size();
        };
        QCOMPARE(found({}, endpoint("huggingface")), std::size_t{2});
        QCOMPARE(found({}, endpoint("hf-mirror")), std::size_t{2});
        QCOMPARE(found({}, endpoint("modelscope")), std::size_t{0});
        QCOMPARE(found({}, endpoint("https://hub.example")), std::size_t{0});
        QCOMPARE(found({.language = "zh"}, endpoint("huggingface")), std::size_t{1});
        QCOMPARE(found({.licence = "apache-2.0"}, endpoint("huggingface")), std::size_t{1});
        QCOMPARE(found({.task = "image-text-to-text"}, endpoint("huggingface")), std::size_t{0});
        QCOMPARE(found({.most_bytes = 2'000'000'000}, endpoint("huggingface")), std::size_t{1});
        QCOMPARE(found({.format = hub::ModelFormat::safetensors}, endpoint("huggingface")), std::size_t{0});
    }

    void everySuggestionOfTheProgramHasASize() {
        const auto list = catalog::read_catalog(HEARTH_CATALOG_FILE);
        QVERIFY(list.has_value());
        QVERIFY(list->suggestions.size() >= 8);
        for (const catalog::CatalogSuggestion& suggestion : list->suggestions) {
            QVERIFY2(hubModelOf(suggestion).parameters.has_value(), suggestion.name.c_str());
            QVERIFY2(suggestion.description.contains("en") && suggestion.description.contains("zh_CN"),
                     suggestion.name.c_str());
        }
    }

    void aMeasuredComputerSaysHowFast() {
        threeModels();
        HubSearch search(*m_access);
        search.begin();
        QTRY_COMPARE(search.count(), 3);
        fit::DeviceSpeed device;
        device.probe.types = {{.type = DType::q4_0, .streamed_bytes_per_s = 90e9},
                              {.type = DType::q4_k, .streamed_bytes_per_s = 50e9}};
        QSignalSpy changed(&search, &QAbstractItemModel::dataChanged);
        m_access->setDevice(device);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(text(search, 0, HubSearch::FitTextRole),
                 QStringLiteral("Probably fits · about 10 tokens/s"));
    }

    void pagesFollowEachOther() {
        m_hub->script.pages = {pageOf(30, "1"), pageOf(1, "")};
        HubSearch search(*m_access);
        QAbstractItemModelTester tester(&search);
        search.begin();
        QTRY_COMPARE(search.state(), HubSearch::Done);
        QCOMPARE(m_hub->asked(), std::size_t{1});
        QVERIFY(search.hasMore());
        search.fetchMore();
        QTRY_COMPARE(search.count(), 31);
        QVERIFY(!search.hasMore());
        search.fetchMore();
        QCOMPARE(m_hub->asked(), std::size_t{2});
    }

    void pagesThatFiltersThinnedOutAreFollowedByMore() {
        m_hub->script.pages = {pageOf(0, "1"), pageOf(1, "2"), pageOf(30, "3"), pageOf(30, "")};
        HubSearch search(*m_access);
        search.begin();
        QTRY_COMPARE(search.state(), HubSearch::Done);
        QCOMPARE(search.count(), 31);
        QCOMPARE(m_hub->asked(), std::size_t{3});
        QVERIFY(search.hasMore());
    }

    void aHubThatHasNothingIsNotAskedForEver() {
        for (const char* next : {"1", "2", "3", "4", "5", "6", "7", "8", "9"}) {
            m_hub->script.pages.push_back(pageOf(0, next));
        }
        HubSearch search(*m_access);
        search.begin();
        QTRY_COMPARE(search.state(), HubSearch::Done);
        QCOMPARE(search.count(), 0);
        QVERIFY(search.hasMore());
        const std::size_t asked = m_hub->asked();
        QVERIFY(asked < 9);
        search.fetchMore();
        QTRY_VERIFY(m_hub->asked() > asked);
    }

    void whatFollowsIsNotLostToAFailure() {
        m_hub->script.pages = {pageOf(30, "1"), pageOf(1, "")};
        HubSearch search(*m_access);
        search.begin();
        QTRY_COMPARE(search.state(), HubSearch::Done);
        m_hub->script.failure = transfers::Failure{.kind = transfers::FailureKind::connection_lost};
        search.fetchMore();
        QTRY_COMPARE(search.state(), HubSearch::Failed);
        QCOMPARE(search.count(), 30);
        QVERIFY(search.hasMore());
        QVERIFY(!search.problem().isEmpty());
        m_hub->script.failure.reset();
        search.retry();
        QTRY_COMPARE(search.count(), 31);
        QCOMPARE(search.state(), HubSearch::Done);
    }

    void whatAHeaderToldStaysWhenMemoryChanges() {
        threeModels();
        HubSearch search(*m_access);
        search.begin();
        QTRY_COMPARE(search.count(), 3);
        search.setProspect(QStringLiteral("Qwen/Qwen3-8B-GGUF"),
                           {.memory_bytes = 20'000'000'000, .free_bytes = 9'000'000'000});
        QCOMPARE(at(search, 0, HubSearch::VerdictRole).toInt(), int(HubSearch::DoesNotFit));
        m_access->setMemory(12'000'000'000, 0);
        QCOMPARE(text(search, 0, HubSearch::FitTextRole),
                 QStringLiteral("Does not fit · needs 8.0\u00a0GB more"));
        m_access->setMemory(30'000'000'000, 0);
        QCOMPARE(text(search, 0, HubSearch::FitTextRole), QStringLiteral("Fits"));
    }

    void filtersReachTheHub() {
        HubSearch search(*m_access);
        search.setText(QStringLiteral("  qwen3   8b "));
        search.setFitsHere(true);
        search.setLanguage(2);
        search.setLicence(1);
        search.setSort(3);
        QTRY_COMPARE(search.state(), HubSearch::Done);
        QCOMPARE(m_hub->asked(), std::size_t{1});  // the pause after the last change joined them
        const hub::SearchQuery query = m_hub->queries.front();
        QCOMPARE(query.text, std::string("qwen3 8b"));
        QCOMPARE(query.language, std::string("zh"));
        QCOMPARE(query.licence, std::string("apache-2.0"));
        QCOMPARE(query.most_bytes.value_or(0), std::uint64_t{9'000'000'000});
        QVERIFY(query.sort == hub::SearchSort::newest);
        search.setSize(1);
        QTRY_COMPARE(m_hub->asked(), std::size_t{2});
        QCOMPARE(m_hub->queries.back().most_bytes.value_or(0), std::uint64_t{2'000'000'000});
    }

    void anAddressIsLookedForByItsName() {
        HubSearch search(*m_access);
        search.setText(QStringLiteral("https://huggingface.co/Qwen/Qwen3-8B-GGUF/tree/main"));
        QTRY_COMPARE(m_hub->asked(), std::size_t{1});
        QCOMPARE(m_hub->queries.front().text, std::string("Qwen/Qwen3-8B-GGUF"));
    }

    void theLatestQuestionAloneIsAnswered() {
        m_hub->script.holds = true;
        HubSearch search(*m_access);
        search.refresh();
        QTRY_COMPARE(m_hub->asked(), std::size_t{1});
        threeModels();
        m_hub->script.holds = false;
        search.setText(QStringLiteral("x"));
        search.refresh();
        QTRY_COMPARE(search.count(), 3);
        QCOMPARE(m_hub->stopped, 1);
        QCOMPARE(search.state(), HubSearch::Done);
    }

    void aFailureIsToldInTheLanguageOfNow() {
        /// Another language: everything in brackets.
        struct Brackets : QTranslator {
            bool isEmpty() const override { return false; }
            QString translate(const char*, const char* source, const char*, int) const override {
                return QStringLiteral("[%1]").arg(QString::fromUtf8(source));
            }
        };
        m_hub->script.failure =
            transfers::Failure{.kind = transfers::FailureKind::connection_lost, .host = "hub.test"};
        HubSearch search(*m_access);
        search.begin();
        QTRY_COMPARE(search.state(), HubSearch::Failed);
        const QString before = search.problem();
        Brackets brackets;
        QVERIFY(QCoreApplication::installTranslator(&brackets));
        QSignalSpy changed(&search, &HubSearch::stateChanged);
        search.retranslate();
        const QString after = search.problem();
        QCoreApplication::removeTranslator(&brackets);
        QCOMPARE(changed.count(), 1);
        QVERIFY2(after.startsWith(u'[') && !before.startsWith(u'['), qPrintable(after));
    }

    void whatTheHubsPartThrowsIsAFailure() {
        m_hub->script.throws = true;
        HubSearch search(*m_access);
        search.begin();
        QTRY_COMPARE(search.state(), HubSearch::Failed);
        QVERIFY(!search.problem().isEmpty());
    }

    void aHubThatIsSilentDoesNotHoldTheEnd() {
        m_hub->script.holds = true;
        QElapsedTimer clock;
        clock.start();
        {
            HubSearch search(*m_access);
            search.refresh();
            QTRY_COMPARE(m_hub->asked(), std::size_t{1});
        }
        QVERIFY(clock.elapsed() < 3000);
    }

    void failuresSayWhatToDo_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("status");
        QTest::addColumn<int>("step");
        QTest::addColumn<QString>("part");
        using transfers::FailureKind;
        QTest::newRow("offline") << int(FailureKind::offline) << 0 << int(HubSearch::GoOnline) << "offline";
        QTest::newRow("not found") << int(FailureKind::host_not_found) << 0 << int(HubSearch::TryAgain) << "";
        QTest::newRow("too often") << int(FailureKind::http_status) << 429 << int(HubSearch::TryAgain)
                                   << "too often";
        QTest::newRow("trouble") << int(FailureKind::http_status) << 503 << int(HubSearch::TryAgain)
                                 << "trouble";
        QTest::newRow("sign in") << int(FailureKind::token_needed) << 0 << int(HubSearch::GiveToken)
                                 << "token";
        QTest::newRow("licence") << int(FailureKind::licence_not_accepted) << 0 << int(HubSearch::OpenPage)
                                 << "terms";
        QTest::newRow("too long") << int(FailureKind::bad_request) << 0 << int(HubSearch::NoStep)
                                  << "fewer words";
        QTest::newRow("gone") << int(FailureKind::no_such_repository) << 0 << int(HubSearch::NoStep)
                              << "no such model";
    }
    void failuresSayWhatToDo() {
        QFETCH(int, kind);
        QFETCH(int, status);
        QFETCH(int, step);
        QFETCH(QString, part);
        transfers::Failure failure{.kind = static_cast<transfers::FailureKind>(kind), .host = "hub.test"};
        if (status != 0) {
            failure.http_status = static_cast<std::uint32_t>(status);
        }
        m_hub->script.failure = failure;
        m_access->setHasToken(kind == int(transfers::FailureKind::licence_not_accepted));
        HubSearch search(*m_access);
        search.begin();
        QTRY_COMPARE(search.state(), HubSearch::Failed);
        QCOMPARE(search.step(), step);
        QVERIFY2(search.problem().contains(part) && search.problem().endsWith(u'.'),
                 qPrintable(search.problem()));
    }

    void anAnswerFromBeforeIsSaidToBeOne() {
        hub::SearchPage page;
        page.models = {hubModel("a/b", 1)};
        page.freshness = {.from_cache = true, .age = std::chrono::hours(3)};
        m_hub->script.pages = {page};
        HubSearch search(*m_access);
        search.begin();
        QTRY_COMPARE(search.state(), HubSearch::Done);
        QVERIFY2(search.cacheNote().contains(QStringLiteral("3 h")), qPrintable(search.cacheNote()));
    }

    void anotherSourceIsAskedAnew() {
        threeModels();
        HubSearch search(*m_access);
        search.begin();
        QTRY_COMPARE(search.count(), 3);
        QSignalSpy chosen(m_access.get(), &HubAccess::chosen);
        m_access->setCurrent(1);
        QCOMPARE(chosen.value(0).value(0).toString(), QStringLiteral("hf-mirror"));
        QTRY_COMPARE(m_hub->asked(), std::size_t{2});
        QCOMPARE(m_asked, (QStringList{QStringLiteral("huggingface"), QStringLiteral("hf-mirror")}));
    }

    void anOwnHubJoinsTheSources() {
        const qsizetype known = m_access->names().size();
        m_access->setOwnAddress(QStringLiteral("https://hub.example/"));
        QCOMPARE(m_access->names().size(), known + 1);
        QVERIFY(!m_access->isAddressRefused());
        QVERIFY(!m_access->mirrors().empty());
        m_access->setCurrentId(QStringLiteral("custom"));
        QVERIFY(m_access->mirrors().empty());  // nobody else learns what is fetched from it
        QCOMPARE(QString::fromStdString(m_access->endpoint().base_url),
                 QStringLiteral("https://hub.example"));
        m_access->setOwnAddress(QStringLiteral("ftp://hub.example"));
        QVERIFY(m_access->isAddressRefused());
        QCOMPARE(m_access->names().size(), known);
        QCOMPARE(m_access->current(), 0);
    }
};

/// One model of a hub with its files.
class HubModelTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<test::ScriptedHub> m_hub;
    std::unique_ptr<HubAccess> m_access;
    std::unique_ptr<LocalModels> m_models;
    std::unique_ptr<Downloads> m_downloads;
    std::unique_ptr<HubModelView> m_view;

    QVariant group(int row, int role) const { return m_view->groups()->index(row, 0).data(role); }

    void openModel() {
        hub::FileGroup bad = hubGroup("IQ1_S", 1'000'000'000);
        bad.problem = hub::GroupProblem::unsupported_type;
        bad.problem_detail = "IQ1_S";
        openModel({bad, hubGroup("Q4_K_M", 5'000'000'000, true), hubGroup("Q8_0", 8'700'000'000)});
    }
    void openModel(std::vector<hub::FileGroup> groups) {
        hub::HubModelPage page;
        page.model = hubModel("Qwen/Qwen3-8B-GGUF", 8.2);
        page.model.context_tokens = 40'960;
        page.page_url = "https://huggingface.co/Qwen/Qwen3-8B-GGUF";
        page.revision = "main";
        page.groups = std::move(groups);
        m_hub->script.models = {page};
        m_view->open(QStringLiteral("Qwen/Qwen3-8B-GGUF"));
        QTRY_COMPARE(m_view->state(), HubModelView::Ready);
        QTRY_VERIFY(!m_view->isAssessing());
    }

 private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QStringLiteral("en_US"))); }
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_hub = std::make_shared<test::ScriptedHub>();
        m_access = std::make_unique<HubAccess>([this](const hub::Endpoint&) { return m_hub; });
        m_access->setMemory(9'000'000'000, 0);
        LocalModels::Options options;
        options.modelsFolder = m_folder->filePath(QStringLiteral("models"));
        options.environment = [](const char*) { return std::optional<std::string>(); };
        options.inspect = [](const std::filesystem::path&) { return catalog::Inspection{}; };
        m_models = std::make_unique<LocalModels>(options);
        m_downloads =
            std::make_unique<Downloads>(transfers::Transfers::Options{.offline = true}, options.modelsFolder);
        m_view = std::make_unique<HubModelView>(*m_access, *m_downloads, *m_models, options.modelsFolder);
    }
    void cleanup() {
        m_view.reset();
        m_downloads.reset();
        m_models.reset();
    }

    void filesSayWhatTheyTake() {
        QAbstractItemModelTester tester(m_view->groups());
        openModel();
        QCOMPARE(m_view->name(), QStringLiteral("Qwen3-8B-GGUF"));
        QCOMPARE(m_view->licence(), QStringLiteral("Apache 2.0"));
        QCOMPARE(m_view->context(), QStringLiteral("40k context"));
        QCOMPARE(m_view->groups()->count(), 3);
        QCOMPARE(m_hub->assessed, (std::vector<std::string>{"Q4_K_M"}));
        QVERIFY(group(1, HubGroups::RecommendedRole).toBool());
        QCOMPARE(group(1, HubGroups::SizeTextRole).toString(), QStringLiteral("5.0\u00a0GB"));
        QCOMPARE(group(1, HubGroups::MemoryTextRole).toString(), QStringLiteral("5.5\u00a0GB in use"));
        QCOMPARE(group(1, HubGroups::SpeedTextRole).toString(), QStringLiteral("10 tokens/s"));
        QCOMPARE(group(1, HubGroups::SpeedShareRole).toDouble(), 1.0);
        QCOMPARE(group(2, HubGroups::VerdictRole).toInt(), int(HubSearch::DoesNotFit));
        QCOMPARE(group(2, HubGroups::ShortOfTextRole).toString(),
                 QStringLiteral("Probably does not fit · needs about 200\u00a0MB more"));
        QCOMPARE(group(2, HubGroups::MemoryTextRole).toString(), QStringLiteral("about 9.2\u00a0GB in use"));
        QCOMPARE(group(2, HubGroups::SpeedTextRole).toString(), QStringLiteral("about 5.7 tokens/s"));
        QVERIFY(m_view->summary().contains(QStringLiteral("estimate")));
        QVERIFY(group(0, HubGroups::ProblemRole).toString().contains(QStringLiteral("IQ1_S")));
        QVERIFY(m_view->summary().contains(QStringLiteral("9.0\u00a0GB")));
    }

    void whatIsPointedAtWaitsForTheOneToTake() {
        m_hub->script.holds = false;
        openModel();
        bool pointedAt = false;
        connect(m_view.get(), &HubModelView::changed, m_view.get(), [this, &pointedAt] {
            if (m_view->isAssessing() && !pointedAt) {
                pointedAt = true;
                m_view->assess(2);  // the pointer lies there already
            }
        });
        m_hub->assessed.clear();
        m_view->retry();
        QTRY_COMPARE(m_hub->assessed, (std::vector<std::string>{"Q4_K_M", "Q8_0"}));
        QTRY_VERIFY(!m_view->isAssessing());
        QVERIFY(pointedAt);
        QVERIFY(!group(1, HubGroups::MemoryTextRole).toString().contains(QStringLiteral("about")));
        QVERIFY(!group(2, HubGroups::MemoryTextRole).toString().contains(QStringLiteral("about")));
        m_view->disconnect(m_view.get());
    }

    void oneMoreIsReadWhenItIsLookedAt() {
        openModel();
        m_view->assess(2);
        QTRY_COMPARE(m_hub->assessed, (std::vector<std::string>{"Q4_K_M", "Q8_0"}));
        QTRY_VERIFY(!m_view->isAssessing());
        m_view->assess(2);
        m_view->assess(0);  // cannot be run whatever it takes
        QCOMPARE(m_hub->assessed.size(), std::size_t{2});
        QCOMPARE(group(2, HubGroups::MemoryTextRole).toString(), QStringLiteral("9.2\u00a0GB in use"));
        QCOMPARE(group(2, HubGroups::ShortOfTextRole).toString(),
                 QStringLiteral("Does not fit · needs 200\u00a0MB more"));
        QVERIFY2(!m_view->summary().contains(QStringLiteral("estimate")), qPrintable(m_view->summary()));
    }

    void memoryOfTheReplacedModelCounts() {
        openModel();
        QCOMPARE(group(2, HubGroups::VerdictRole).toInt(), int(HubSearch::DoesNotFit));
        m_access->setMemory(14'000'000'000, 5'000'000'000);
        m_view->retry();
        QTRY_VERIFY(m_view->state() == HubModelView::Ready && !m_view->isAssessing());
        QCOMPARE(group(2, HubGroups::VerdictRole).toInt(), int(HubSearch::Fits));
    }

    void whatCouldNotBeRunMayRunLater() {
        m_hub->script.fault = Error{ErrorCode::invalid_request, "not with these threads"};
        openModel();
        QVERIFY(!group(1, HubGroups::ProblemRole).toString().isEmpty());
        m_hub->script.fault.reset();
        m_access->setDevice(fit::DeviceSpeed{});
        QTRY_COMPARE(group(1, HubGroups::MemoryTextRole).toString(), QStringLiteral("5.5\u00a0GB in use"));
        QVERIFY(group(1, HubGroups::ProblemRole).toString().isEmpty());
    }

    void gettingItPutsAllFilesIntoTheListOfDownloads() {
        openModel();
        m_view->get(1);
        QTRY_COMPARE(m_downloads->count(), 1);
        QTRY_COMPARE(group(1, HubGroups::PlaceRole).toInt(), int(HubGroups::Paused));  // Hearth is offline
        QCOMPARE(group(2, HubGroups::PlaceRole).toInt(), int(HubGroups::ToGet));
        m_view->get(0);
        QTest::qWait(50);
        QCOMPARE(m_downloads->count(), 1);
        m_downloads->cancel(0);
        QCOMPARE(group(1, HubGroups::PlaceRole).toInt(), int(HubGroups::ToGet));
    }

    void whatHasGoneSinceItCameCanBeGotAgain() {
        const std::string content = test::test_content(1000);
        const test::TestServer server(test::serve_file(content));
        hub::FileGroup small = hubGroup("Q4_0", content.size(), true);
        small.files.front().url = server.url();
        small.files.front().sha256 = test::sha256_of(content);
        openModel({small});
        m_downloads->setOffline(false);
        connect(m_downloads.get(), &Downloads::finished, m_models.get(), &LocalModels::refresh);
        m_view->get(0);
        QTRY_COMPARE(group(0, HubGroups::PlaceRole).toInt(), int(HubGroups::Here));
        QTRY_VERIFY(!m_models->scanning() && m_models->count() == 1);
        QCOMPARE(group(0, HubGroups::PlaceRole).toInt(), int(HubGroups::Here));
        const QString path = group(0, HubGroups::PathRole).toString();
        QVERIFY(QFile::remove(path));
        m_models->refresh();
        QTRY_COMPARE(group(0, HubGroups::PlaceRole).toInt(), int(HubGroups::ToGet));
        m_view->get(0);
        QTRY_VERIFY(QFile::exists(path));
        QTRY_VERIFY(!m_models->scanning());
        QTRY_COMPARE(group(0, HubGroups::PlaceRole).toInt(), int(HubGroups::Here));
    }

    void namesThatDifferInCaseAloneKeepTheirRows() {
        hub::FileGroup upper = hubGroup("Q4_0", 1000);
        upper.files.front().path = "Model.gguf";
        hub::FileGroup lower = hubGroup("Q8_0", 2000);
        lower.files.front().path = "model.gguf";
        openModel({upper, lower});
        m_view->get(1);
        QTRY_COMPARE(group(1, HubGroups::PlaceRole).toInt(), int(HubGroups::Paused));
        QCOMPARE(group(0, HubGroups::PlaceRole).toInt(), int(HubGroups::ToGet));
    }

    void whatIsWantedIsSeenToBe() {
        hub::FileGroup first = hubGroup("Q4_0", 1000);
        hub::FileGroup second = hubGroup("Q8_0", 2000);
        first.files.front().sha256.clear();
        second.files.front().sha256.clear();
        openModel({first, second});
        m_hub->script.holds = true;
        m_view->get(0);
        QVERIFY(group(0, HubGroups::PreparingRole).toBool());
        m_view->get(1);
        m_view->get(0);  // impatience changes nothing
        QVERIFY(group(1, HubGroups::PreparingRole).toBool());
        m_hub->letGo();
        QTRY_COMPARE(m_downloads->count(), 2);
        QVERIFY(!group(0, HubGroups::PreparingRole).toBool());
        QVERIFY(!group(1, HubGroups::PreparingRole).toBool());
        QCOMPARE(m_hub->hashed, 2);
        QCOMPARE(m_hub->stopped, 0);
    }

    void aFailureIsShownAndTriedAgain() {
        m_hub->script.failure = transfers::Failure{.kind = transfers::FailureKind::licence_not_accepted};
        m_view->open(QStringLiteral("Qwen/Qwen3-8B-GGUF"));
        QTRY_COMPARE(m_view->state(), HubModelView::Failed);
        QCOMPARE(m_view->step(), int(HubSearch::GiveToken));
        QVERIFY(m_view->pageUrl().endsWith(QStringLiteral("/Qwen/Qwen3-8B-GGUF")));
        m_hub->script.failure.reset();
        openModel();
    }
};

/// What a computer can do is looked up, or measured.
class SpeedProbeTest : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void whatWasMeasuredBeforeIsFound() {
        SpeedProbe probe({.find = [] { return std::optional(fit::DeviceSpeed{}); }, .measure = {}});
        QSignalSpy found(&probe, &SpeedProbe::found);
        QCOMPARE(probe.state(), SpeedProbe::Unknown);
        probe.lookUp();
        QTRY_COMPARE(probe.state(), SpeedProbe::Measured);
        QCOMPARE(found.count(), 1);
    }

    void whenItWasMeasuredIsToldAndWhetherOthersDisturbedIt() {
        fit::DeviceSpeed quiet;
        quiet.probe.thread_count = 8;
        quiet.measured = std::chrono::sys_seconds(std::chrono::seconds(1'700'000'000));
        fit::DeviceSpeed busy = quiet;
        busy.probe.processor_share = 0.3;
        SpeedProbe probe({.find = [busy] { return std::optional(busy); },
                          .measure = [quiet](const SpeedProbe::Progress&) { return Result(quiet); }});
        QVERIFY(probe.note().isEmpty());
        probe.lookUp();
        QTRY_VERIFY(probe.isDisturbed());
        QVERIFY2(probe.note().contains(QStringLiteral("2023")) &&
                     probe.note().contains(QStringLiteral("8 thread")) &&
                     probe.note().contains(QStringLiteral("too low")),
                 qPrintable(probe.note()));
        probe.measure();
        QTRY_VERIFY(probe.state() == SpeedProbe::Measured && !probe.isDisturbed());
        QVERIFY2(!probe.note().contains(QStringLiteral("too low")), qPrintable(probe.note()));
    }

    void anotherUseOfTheComputerIsLookedUpAnew() {
        std::atomic<bool> known = true;
        SpeedProbe probe(
            {.find = [&known] { return known ? std::optional(fit::DeviceSpeed{}) : std::nullopt; },
             .measure = {}});
        probe.lookUp();
        QTRY_COMPARE(probe.state(), SpeedProbe::Measured);
        known = false;
        probe.forget();
        QVERIFY(!probe.speed());
        probe.lookUp();
        QTRY_COMPARE(probe.state(), SpeedProbe::Unmeasured);
        probe.forget();
        known = true;
        probe.lookUp();
        QTRY_COMPARE(probe.state(), SpeedProbe::Measured);
        QVERIFY(probe.speed());
    }

    void measuringTellsHowFarItIsAndCanBeStopped() {
        std::atomic<bool> gaveUp = false;
        SpeedProbe probe(
            {.find = [] { return std::optional<fit::DeviceSpeed>(); },
             .measure = [&gaveUp](const SpeedProbe::Progress& progress) -> Result<fit::DeviceSpeed> {
                 while (progress(0.5)) {
                     QThread::msleep(1);
                 }
                 gaveUp = true;
                 return Error{ErrorCode::cancelled, "cancelled", {}};
             }});
        probe.lookUp();
        QTRY_COMPARE(probe.state(), SpeedProbe::Unmeasured);
        probe.measure();
        QTRY_COMPARE(probe.progress(), 0.5);
        QCOMPARE(probe.state(), SpeedProbe::Measuring);
        probe.cancel();
        QTRY_VERIFY(gaveUp);
        QCOMPARE(probe.state(), SpeedProbe::Unmeasured);
        QVERIFY(probe.problem().isEmpty());
    }

    void whatIsThrownIsSaid() {
        SpeedProbe probe({.find = []() -> std::optional<fit::DeviceSpeed> { throw std::bad_alloc(); },
                          .measure = [](const SpeedProbe::Progress&) -> Result<fit::DeviceSpeed> {
                              throw std::runtime_error("no clock");
                          }});
        probe.lookUp();
        QTRY_COMPARE(probe.state(), SpeedProbe::Unmeasured);
        probe.measure();
        QTRY_VERIFY(!probe.problem().isEmpty());
        QCOMPARE(probe.state(), SpeedProbe::Unmeasured);
    }

    void runsCorrectIt() {
        std::atomic<int> runs = 0;
        const auto known = [&runs] {
            fit::DeviceSpeed speed;
            speed.decode_factor = runs > 0 ? 0.5 : 1;
            return std::optional(speed);
        };
        SpeedProbe probe({.find = known, .measure = {}, .learn = [&](const LoneRun&) {
                              ++runs;
                              return known();
                          }});
        QSignalSpy found(&probe, &SpeedProbe::found);
        probe.learn({});
        QTest::qWait(20);
        QCOMPARE(runs.load(), 0);  // it is not known yet whether this computer was measured
        probe.lookUp();
        QTRY_COMPARE(found.count(), 1);
        probe.learn({});
        QTRY_COMPARE(found.count(), 2);
        QCOMPARE(probe.speed()->decode_factor, 0.5);
        probe.learn({});
        QTRY_COMPARE(runs.load(), 2);
        QTest::qWait(20);
        QCOMPARE(found.count(), 2);  // nothing has changed
    }

    void besideAMeasurementNothingIsLearnt() {
        std::atomic<int> runs = 0;
        SpeedProbe probe({.find = [] { return std::optional(fit::DeviceSpeed{}); },
                          .measure = [](const SpeedProbe::Progress& progress) -> Result<fit::DeviceSpeed> {
                              while (progress(0.5)) {
                                  QThread::msleep(1);
                              }
                              return Error{ErrorCode::cancelled, "cancelled", {}};
                          },
                          .learn =
                              [&runs](const LoneRun&) {
                                  ++runs;
                                  return std::optional(fit::DeviceSpeed{});
                              }});
        probe.lookUp();
        QTRY_COMPARE(probe.state(), SpeedProbe::Measured);
        probe.measure();
        probe.learn({});
        QTest::qWait(20);
        QCOMPARE(probe.state(), SpeedProbe::Measuring);
        probe.cancel();
        QCOMPARE(runs.load(), 0);
    }

    void aFailureIsSaid() {
        SpeedProbe probe({.find = [] { return std::optional<fit::DeviceSpeed>(); },
                          .measure = [](const SpeedProbe::Progress&) -> Result<fit::DeviceSpeed> {
                              return Error{ErrorCode::out_of_memory, "no memory", {}};
                          }});
        probe.measure();
        QTRY_COMPARE(probe.state(), SpeedProbe::Unmeasured);
        QVERIFY(!probe.problem().isEmpty());
    }
};

int main(int argc, char** argv) {
    QCoreApplication app(argc, argv);
    int failed = 0;
    DiscoverTest discover;
    failed += QTest::qExec(&discover, argc, argv);
    HubModelTest model;
    failed += QTest::qExec(&model, argc, argv);
    SpeedProbeTest probe;
    failed += QTest::qExec(&probe, argc, argv);
    return failed;
}
#include "tst_discover.moc"
